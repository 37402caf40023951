"""Master points enter the ledger when a publication becomes final; a later version takes back and gives anew."""

from django.db import transaction
from django.utils import timezone

from bridge.mapping.masterpoints import earned_by, enter_awards, row_of_scheme, scheme_of_club
from bridge.models import Job, Publication, Ranking


def award_ranking(ranking_id: int) -> None:
    """Enter the awards of the newest publication once it is final; asks for itself again where it is not yet. Harmless when doubled or late.

    An imported event gave its master points where it was played.
    """
    publication = (
        Publication.objects.filter(ranking=ranking_id).select_related("ranking__session__club__awards", "ranking__stage__event").order_by("-version").first()
    )
    if publication is None or publication.ranking.session is None or publication.ranking.stage.event.source:
        return
    now = timezone.now()
    if publication.final_at > now:
        Job.objects.want("bridge.award_ranking", ranking_id, publication.final_at)
        return
    scheme = scheme_of_club(publication.ranking.session.club)
    earned = earned_by(publication, scheme)
    with transaction.atomic():
        Ranking.objects.select_for_update().get(pk=ranking_id)
        if Publication.objects.filter(ranking=ranking_id).order_by("-version").values_list("version", flat=True).first() == publication.version:
            enter_awards(publication, earned, row_of_scheme(scheme), now)
