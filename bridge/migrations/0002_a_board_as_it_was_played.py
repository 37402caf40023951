from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('bridge', '0001_club_night'),
    ]

    operations = [
        migrations.AlterField(
            model_name='adjustment',
            name='kind',
            field=models.CharField(choices=[('as_played', 'as it was played'), ('not_played', 'not played'), ('percent', 'a percentage'), ('imps', 'a number of IMPs'), ('average_plus', 'average plus'), ('average', 'average'), ('average_minus', 'average minus'), ('assigned', 'an assigned score'), ('weighted', 'a weighted score'), ('tricks', 'tricks transferred'), ('cancelled', 'cancelled')], max_length=16),
        ),
    ]
