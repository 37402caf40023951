"""A club says how much of a ruling others than its directors read."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds the setting; what a ruling's director chose stays, and is shown up to it."""

    dependencies = [("bridge", "0003_team_matches_and_award_schemes")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="rulings_shown",
            field=models.CharField(
                choices=[("given", "that a ruling was given"), ("law", "the law too"), ("outcome", "the law and what follows")],
                default="outcome", max_length=8, verbose_name="of a ruling others read at most",
            ),
        ),
    ]
