"""Refusals about teams, their line-ups and their matches."""

from django.utils.translation import gettext_noop as _

SENTENCES = {
    "too_few_players": _("A team has at least %(needed)s players; this one has %(players)s."),
    "too_many_players": _("A team has at most %(most)s players; this one has %(players)s."),
    "player_twice": _("A player is named twice."),
    "not_of_the_team": _("A player of this line-up does not belong to the team."),
    "seat_without_player": _("Pair %(pair)s of the line-up needs two players."),
    "wrong_number_of_pairs": _("A line-up here has %(needed)s pairs, not %(pairs)s."),
    "too_few_boards": _("A match of %(stanzas)s parts needs a board for each, numbered from 1 up: %(boards)s boards from board %(first_board)s will not do."),
    "no_stanza": _("A match has one part or more, so not %(stanzas)s."),
    "not_three_teams": _("A triangle is played by three different teams."),
    "board_twice": _("Board %(board)s stands in this match twice."),
    "shares_out_of_range": _("What a team gets of a match that was not played lies between nothing and all of it, so not %(share)s."),
}
