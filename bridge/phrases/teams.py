"""Refusals about teams, their line-ups and their matches."""

from django.utils.translation import gettext_noop as _

SENTENCES = {
    "in_another_team": _("A player belongs to another team of this event already."),
    "too_few_teams": _("Matches need two teams; %(teams)s is here."),
    "too_few_for_knock_out": _("A knock-out needs two teams; %(teams)s is here."),
    "not_a_knock_out": _("This evening plays no knock-out."),
    "round_not_decided": _("The next round is seated when every match before it is decided; tied ones first play extra boards."),
    "not_tied": _("Match %(match)s is not tied with all its boards in, so it has no extra boards."),
    "no_such_couple": _("These two teams do not meet in the bracket."),
    "line_up_closed": _("The other team can see the line-up for match %(match)s, so it stays."),
    "would_replay": _("Both pairs of a team play the same boards here, in different rounds: a player stays in the pair in which he sat, or rests."),
    "match_begun": _("Boards of match %(match)s are in already. Who sat there otherwise than was handed in is told to the director."),
    "match_not_complete": _("Match %(match)s is not over: boards %(boards)s are open."),
    "query_open": _("The director has still to answer what was asked about boards %(boards)s, so match %(match)s is not accepted yet."),
    "not_in_the_match": _("Board %(board)s is not one of match %(match)s; it has boards %(first)s to %(last)s."),
    "not_of_the_match": _("This team does not play match %(match)s."),
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
