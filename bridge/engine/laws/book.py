"""The law book as far as the two matrices have it: every law from 1 to 93 and its sections, in each edition, and how it is covered.

Law numbers only: what a section says stands in `bridge.phrases`.
"""

import re
from dataclasses import dataclass
from enum import Enum

from bridge.engine.laws.codes import Kind
from bridge.engine.laws.doubts import doubts_about
from bridge.engine.laws.edition import Edition
from bridge.engine.laws.rectification import Doubt


class Coverage(Enum):
    """How a section is covered: a ruling cites it, or it describes procedure and is only told."""

    RULED = "ruled"
    PROCEDURE = "procedure"


@dataclass(frozen=True, slots=True)
class Section:
    """A law or a section of it in one edition.

    kinds    under which kinds of case its law is ruled on
    doubts   what is doubtful about it
    """

    law: str
    edition: Edition
    coverage: Coverage
    kinds: tuple[Kind, ...]
    doubts: tuple[Doubt, ...]


def sections(edition: Edition) -> tuple[Section, ...]:
    """Every law and section of an edition, in the order of the book."""
    return tuple(section for row in _LAWS for section in _of_law(edition, row))


def _of_law(edition: Edition, row: tuple[int, str, str, str, str]) -> list[Section]:
    number, kinds, both, chinese, wbf = row
    own = chinese if edition is Edition.CN1999 else wbf
    ruled_on = tuple(Kind(kind) for kind in kinds.split())
    coverage = Coverage.RULED if ruled_on else Coverage.PROCEDURE
    listed = [Section(str(number), edition, coverage, ruled_on, doubts_about(edition, (str(number),)))]
    for part in sorted((*both.split(), *own.split()), key=lambda text: text.lstrip("~")):
        law = f"{number}{part.lstrip('~')}"
        covered = Coverage.PROCEDURE if part.startswith("~") else Coverage.RULED
        listed.append(Section(law, edition, covered, ruled_on, doubts_about(edition, (law,))))
    return listed


def number_of(law: str) -> int | None:
    """The law that a number names or is a part of: 54 for `54D`; None where there is no such law."""
    digits = re.match(r"\d{1,2}(?!\d)", law)
    number = int(digits[0]) if digits else 0
    return number if 1 <= number <= len(_LAWS) else None


def sections_of(edition: Edition, number: int) -> tuple[Section, ...]:
    """One law and its sections."""
    return tuple(_of_law(edition, _LAWS[number - 1]))


def coverage_of(edition: Edition) -> dict[Coverage, int]:
    """How many laws and sections are covered in which way."""
    counted = dict.fromkeys(Coverage, 0)
    for section in sections(edition):
        counted[section.coverage] += 1
    return counted


# Number, kinds of case, sections of both editions, of 1999 alone, of 2017 alone; ~ marks procedure.
_LAWS: tuple[tuple[int, str, str, str, str], ...] = (
    (1, "", "", "", ""),
    (2, "board_marking board_table", "", "", ""),
    (3, "", "", "", ""),
    (4, "", "", "", ""),
    (5, "", "", "", ""),
    (6, "misdeal substitute_board", "~A D D1 D2 D3", "", ""),
    (7, "procedure", "B B1 C", "", ""),
    (8, "round_end", "B", "", ""),
    (9, "premature_correction attention", "A B B2 C", "A2 A2b", "A3"),
    (10, "player_assessed_penalty consultation waive", "A B C C2", "~C1", "~C3"),
    (11, "forfeiture spectator", "A", "B B1 B2 C", ""),
    (
        12,
        "assigned artificial card_count misdeal wrong_dummy_card wrong_board comparable_damage dummy_action",
        "A ~A2 B C C1 C2",
        "A1 C3",
        "B1 B2 C1b C1c ~C1d C1e C2a C2b C2c ~C2d ~C4",
    ),
    (13, "card_count procedure", "A A1 A2 B B1 B2", "", "C D ~E"),
    (14, "missing_card", "A A1 A2 B B1 B2 B3", "B1b", "A3 B4"),
    (15, "wrong_board cards_from_wrong_board", "A A1 B", "A2 C", "A1a A1b A1c A3 B1 B2 B3"),
    (
        16,
        "withdrawn_info wrong_dummy_card ui lead_out_of_turn misdeal in_rotation claim change_of_call",
        "B B1 B3 C C1 C2",
        "A ~A1 A2 B2",
        "~A B1a ~B1b ~B2 D D2 D2a D2b D2c D2d D3",
    ),
    (17, "auction_period cards_from_wrong_board right_to_call", "A ~B ~C D ~E", "", "D2 D3"),
    (18, "legality", "C D F", "", ""),
    (19, "legality", "A A1 A3 B B1 B3", "", ""),
    (20, "review question explanation", "~A B C C2 ~D E F F2", "", "~F3 F4 F4a F4b F5 F5b"),
    (21, "misinformation explanation", "A B B1 B2 B3", "", "B1b"),
    (22, "legality", "A B", "", ""),
    (23, "forced_pass_damage comparable_damage oot oot_bid oot_pass insufficient_bid", "", "", "A A3 C"),
    (24, "exposed_in_auction opening_lead_out_of_turn", "A B C", "", "D E"),
    (25, "change_of_call oot_double oot oot_pass oot_bid insufficient_bid", "A B B1 B2", "B2a B2b B2b1 B2b2 B2c", "A1 A2 A3 A4 A6 B3"),
    (26, "lead_restriction oot_double premature_correction over_seven barred_player_bids inadmissible oot after_final_pass", "A B", "A1 A2", ""),
    (27, "insufficient_bid legality oot_accepted premature_correction change_of_call", "A B B1 B1a B1b B2 B3", "", "A1 A2 B4 C D"),
    (28, "in_rotation", "A B", "", ""),
    (29, "oot_accepted simultaneous oot_bid oot_pass oot premature_correction insufficient_bid oot_double", "A ~B C", "", ""),
    (30, "oot_pass simultaneous oot premature_correction", "A B B1 B2 C", "B2a B2b B3", "B1a B1b B1bi B1bii"),
    (31, "simultaneous premature_correction oot_bid oot oot_pass forced_pass_damage insufficient_bid comparable_damage", "A A1 A2 A2a A2b B", "", "C"),
    (32, "oot_double oot simultaneous premature_correction", "A B", "B1 B2", "A1 A2 A2a A2b"),
    (33, "simultaneous", "", "", ""),
    (34, "right_to_call", "", "", ""),
    (35, "barred_player_bids after_final_pass over_seven inadmissible", "", "A B C D", ""),
    (36, "inadmissible oot_double oot legality change_of_call", "", "", "A B B4 C"),
    (37, "barred_player_bids", "", "", "A B"),
    (38, "over_seven legality", "", "", "B C D"),
    (39, "after_final_pass", "B", "A", "C"),
    (40, "psychic concealed_understanding aids misinformation retraction", "A B C", "E E2", "A3 B2 B2c B2d B4 ~B5 C1"),
    (41, "question opening_lead_out_of_turn review retraction", "A B C ~D", "", ""),
    (42, "dummy_designation dummy_action revoke_inquiry", "A B B1 B2 ~B3", "", "A3"),
    (43, "dummy_action question attention", "A A1 A1b A1c A2 A2a A2b A2c B B1 B2 B2a B2b B3", "~C", "~A3"),
    (44, "legality_check trick_winner dummy_designation penalty_card_turn", "A B C D E F G", "", ""),
    (
        45,
        "card_played_question fifth_card designation_change wrong_dummy_card defective_trick dummy_action premature_play",
        "~A C C1 C2 C3 C4 ~C4a C4b ~C5 D E E1 E2 F ~G",
        "",
        "D1 D2",
    ),
    (46, "dummy_designation", "A B B1 B2 B3 B3a B3b B4 B5", "", "B1a B1b B1c"),
    (
        47,
        "retraction lead_out_of_turn designation_change opening_lead_out_of_turn fifth_card defective_trick dummy_action",
        "~A ~B C D E E1 E2 E2a E2b F",
        "",
        "F1 F2",
    ),
    (48, "hand_faced exposed_card fifth_card card_played_question simultaneous_cards defective_trick", "A B B1 B2", "", ""),
    (49, "exposed_card fifth_card simultaneous_cards defective_trick card_played_question penalty_card_turn premature_play", "", "", ""),
    (
        50,
        "penalty_card_turn play_after_illegal exposed_in_auction fifth_card premature_play exposed_card simultaneous_cards opening_lead_out_of_turn",
        "~A B C D D1 D2 D2a D2b",
        "",
        "D1a E E1 E2 E3",
    ),
    (51, "penalty_card_turn", "A B B1 ~B1a B1b B2 ~B2a B2b", "", ""),
    (52, "penalty_card_turn", "A B B1 B1a B1b B1c B2", "", ""),
    (53, "lead_out_of_turn play_after_illegal fifth_card defective_trick dummy_action opening_lead_out_of_turn", "A B C", "", ""),
    (54, "opening_lead_out_of_turn hand_faced", "A B B2 C D", "", "E"),
    (55, "lead_out_of_turn fifth_card play_after_illegal defective_trick dummy_action", "A B B1 B2 C", "", ""),
    (56, "play_after_illegal opening_lead_out_of_turn lead_out_of_turn fifth_card defective_trick", "", "", ""),
    (57, "premature_play claim lead_out_of_turn exposed_card fifth_card dummy_action defective_trick", "A B C", "", "C1 C2 C3 D"),
    (58, "simultaneous_cards defective_trick", "A B B1 B2 ~B3 ~B4", "", ""),
    (59, "restriction_unable legality_check premature_play", "", "", ""),
    (60, "play_after_illegal", "A A1 A2 A3 B C", "", ""),
    (61, "revoke_inquiry dummy_action revoke inspection defective_trick", "A B", "", "B1 B2 B2a B2b B3 C"),
    (62, "revoke_establishment revoke dummy_designation revoke_inquiry dummy_action opening_lead_out_of_turn", "A B B1 B2 C C1 C2 D D1 D2", "", "C3"),
    (63, "revoke_establishment revoke_inquiry", "A A1 A2 B", "A3 C", "A4"),
    (64, "revoke defective_trick conceal wrong_dummy_card dummy_action", "A A1 A2 B B1 B2 B3 B4 B5 B6 C", "", "B7 B8 C1 C2 C2a C2b"),
    (65, "result_dispute dummy_action", "~A B ~C D", "", "B3"),
    (66, "inspection result_dispute", "A B C D", "", ""),
    (67, "defective_trick missing_card", "A A1 A2 B B1 B1a B1b B2", "", "B2a B2b"),
    (68, "concession hand_faced claim exposed_card", "A B ~C D", "", "B1 B2 D2 D2a D2b"),
    (69, "agreement_withdrawal trick_dispute revoke_establishment", "A B", "", "B1 B2"),
    (70, "claim", "A C D E", "", "C1 C2 C3 D1 D2 D3 E1 ~E2"),
    (71, "concession_cancel concession trick_dispute", "", "A B C", ""),
    (72, "conceal could_have_known forced_pass_damage", "B", "~A ~A2 ~A4 B1 ~B2 B4", "B3 C"),
    (73, "deception", "~B ~B2 ~C D D1", "F ~F1 F2", "~C2 D2 E E2"),
    (74, "conduct", "A", "", ""),
    (75, "explanation misinformation", "D", "D1 D2", "B B1 B2 B3 C"),
    (76, "spectator", "", "", ""),
    (77, "score", "", "", ""),
    (78, "imp", "B", "", "~D"),
    (79, "score_error trick_dispute result_dispute concession_cancel agreement_withdrawal", "B C", "", "~A ~A2 B2 B3 C1 C2"),
    (80, "", "", "", ""),
    (81, "waive", "C", "C8", "C5"),
    (82, "director_error", "B C", "", ""),
    (83, "", "", "", ""),
    (84, "doubtful", "", "", "D"),
    (85, "disputed", "A B", "", "A1"),
    (86, "other_table artificial substitute_board", "A", "C D", "B B1 B2 B2b ~B3"),
    (87, "fouled", "A B", "", ""),
    (88, "artificial", "", "", ""),
    (89, "", "", "", ""),
    (90, "procedure dummy_action card_count cards_from_wrong_board", "A B B1", "", ""),
    (91, "conduct discipline", "A", "", ""),
    (92, "appeal", "B", "", ""),
    (93, "appeal", "B B3", "", ""),
)
