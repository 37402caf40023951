"""The menu of boards, information, conduct and scores: for each kind its law, what the desk asks page by page, and what may be told besides."""

from bridge.engine.laws import adjusted, boards, conduct, information, penalties
from bridge.engine.laws import facts as f
from bridge.engine.laws.codes import Kind, Phase
from bridge.engine.laws.edition import Edition
from bridge.engine.laws.procedure import Page, Procedure

_LEAD_RESTRICTION = (f.OFFENDER_SIDE_DEFENDS, f.SPECIFIED, f.LEGAL_SPECIFIED, f.REPLACEMENT, f.REPLACEMENT_SPECIFIES, f.ARTIFICIAL, f.INSUFFICIENT_CONVENTIONAL)

MENU_BOARD: dict[Kind, Procedure] = {
    Kind.BOARD_TABLE: Procedure(boards.board_table, Phase.BOARD, ("2", "2"), (Page((f.BOARD,)),)),
    Kind.BOARD_MARKING: Procedure(boards.board_marking, Phase.BOARD, ("2", "2"), (Page((f.BOARD,)),)),
    Kind.MISDEAL: Procedure(boards.misdeal, Phase.BOARD, ("6D", "6D"), (Page((f.UNSHUFFLED_SORTED_PACK, f.REDEAL_POSSIBLE, f.PHASE)),), (f.CARD_FACE_SEEN,)),
    Kind.SUBSTITUTE_BOARD: Procedure(boards.substitute_board, Phase.BOARD, ("6D3", "6D3"), (Page((f.EVENT, f.RESULT_WITHOUT_BOARD_KNOWN)),)),
    Kind.CARD_COUNT: Procedure(
        boards.card_count,
        Phase.BOARD,
        ("13", "13"),
        (
            Page((f.SURPLUS_CARD_NOT_OF_DEAL, f.PHASE, f.CALL_BY_WRONG_HAND)),
            Page((f.PLAYED_TO_QUITTED_TRICK,), Edition.WBF2017),
            Page((f.CORRECTABLE_WITHOUT_CHANGING_CALLS,)),
            Page((f.SEEN_OTHER_CARD,)),
            Page((f.HAND_RECORD,)),
            Page((f.INFO_IMPORTANT,), Edition.CN1999),
            Page((f.ALL_FOUR_AGREE,), Edition.CN1999),
        ),
        (f.COUNTS,),
    ),
    Kind.MISSING_CARD: Procedure(
        boards.missing_card, Phase.BOARD, ("14", "14"), (Page((f.PHASE, f.FOUND)), Page((f.ROLE, f.FAILED_TO_FOLLOW_EARLIER))), (f.SHORT_HAND,)
    ),
    Kind.WRONG_BOARD: Procedure(
        boards.wrong_board,
        Phase.BOARD,
        ("15", "15"),
        (Page((f.PHASE, f.PLAYED_BEFORE_BY_ANY)), Page((f.SECOND_AUCTION_SAME,), Edition.CN1999)),
        (f.EVENT, f.DIFFERING_SEAT),
    ),
    Kind.CARDS_FROM_WRONG_BOARD: Procedure(
        boards.cards_from_wrong_board,
        Phase.BOARD,
        ("17D", "15A"),
        (
            Page((f.AUCTION, f.IRREGULAR_CALL, f.CALLER)),
            Page((f.LHO_CALLED,)),
            Page((f.LHO_CALL, f.PARTNER_CALLED)),
            Page((f.PARTNER_CALL,)),
            Page((f.SIGNIFICANTLY_DIFFERENT,), Edition.CN1999),
        ),
        (f.NEW_CALL, f.DEALER, f.TURN_SEAT, f.POSITION),
    ),
    Kind.AUCTION_PERIOD: Procedure(
        boards.auction_period, Phase.BOARD, ("17A", "17A"), (Page((f.LOOKED,), Edition.CN1999), Page((f.WITHDRAWN,), Edition.WBF2017))
    ),
    Kind.ROUND_END: Procedure(boards.round_end, Phase.BOARD, ("8B", "8B"), (Page((f.TABLE_STILL_PLAYING, f.MOVED)),), (f.DIRECTOR_SIGNAL,)),
    Kind.FOULED: Procedure(boards.fouled_board, Phase.BOARD, ("87", "87"), (Page((f.GROUPS,)),)),
    Kind.FORCED_PASS_DAMAGE: Procedure(
        adjusted.forced_pass_damage,
        Phase.AUCTION,
        ("23", "23"),
        (
            Page((f.COULD_HAVE_KNOWN, f.DAMAGE)),
            Page((f.AUCTION, f.IRREGULAR_CALL, f.CALLER)),
            Page((f.ACCEPTED_BY_LHO,)),
            Page((f.RHO_ACTION,)),
            Page((f.REPLACEMENT,)),
            Page((f.REPLACEMENT_COMPARABLE,), Edition.WBF2017),
        ),
        (f.DEALER, f.TURN_SEAT, f.POSITION, f.LHO_CALL, f.PARTNER_CALL, f.OFFENDER_CALLED_BEFORE, *_LEAD_RESTRICTION),
    ),
    Kind.COULD_HAVE_KNOWN: Procedure(
        adjusted.could_have_known, Phase.CONDUCT, ("72B1", "72C"), (Page((f.COULD_HAVE_BEEN_AWARE, f.OS_GAINED)),), (f.COULD_HAVE_KNOWN, f.DAMAGE)
    ),
    Kind.COMPARABLE_DAMAGE: Procedure(
        adjusted.comparable_damage,
        Phase.AUCTION,
        ("23", "23C"),
        (
            Page((f.REPLACEMENT_COMPARABLE, f.DAMAGE)),
            Page((f.AUCTION, f.IRREGULAR_CALL, f.CALLER)),
            Page((f.ACCEPTED_BY_LHO,)),
            Page((f.RHO_ACTION,)),
            Page((f.REPLACEMENT,)),
        ),
        (f.DEALER, f.TURN_SEAT, f.POSITION, f.LHO_CALL, f.PARTNER_CALL, f.OFFENDER_CALLED_BEFORE, *_LEAD_RESTRICTION),
    ),
    Kind.UI: Procedure(
        information.unauthorised_information,
        Phase.INFORMATION,
        ("16", "16"),
        (
            Page((f.SOURCE,)),
            Page((f.INFO, f.HESITATION_AGREED, f.ACTION_SUGGESTED, f.LOGICAL_ALTERNATIVE_EXISTS, f.DAMAGE)),
            Page((f.INTERFERES, f.PHASE, f.SEAT_CHANGE_ALLOWED, f.ALL_FOUR_AGREE_SUBSTITUTE), Edition.CN1999),
            Page((f.INTERFERES, f.PHASE, f.SEAT_CHANGE_ALLOWED, f.REDEAL_ALLOWED), Edition.WBF2017),
        ),
    ),
    Kind.WITHDRAWN_INFO: Procedure(information.withdrawn_information, Phase.INFORMATION, ("16C", "16C"), (), (f.USER_OS, f.USER_NOS)),
    Kind.REVIEW: Procedure(
        information.review, Phase.INFORMATION, ("20", "20"), (Page((f.FORCED_PASS, f.PARTIAL, f.FIRST_TURN_TO_PLAY)),), (f.ERROR_NOTICED_BY, f.ASKER)
    ),
    Kind.EXPLANATION: Procedure(information.explanation, Phase.INFORMATION, ("75D", "20F"), (Page((f.OWN_ERROR,)), Page((f.PHASE, f.ROLE)))),
    Kind.MISINFORMATION: Procedure(
        information.misinformation,
        Phase.INFORMATION,
        ("21", "21"),
        (Page((f.OWN_MISUNDERSTANDING, f.EXPLANATION_CORRECT)), Page((f.CALL_MISTAKEN, f.TOO_LATE)), Page((f.AFFECTED,)), Page((f.DAMAGE,))),
        (f.EXPLANATION_VS_HAND, f.EVIDENCE, f.LEAD_FACED, f.OS_GAINED, f.CHANGER, f.CHANGED_TO, f.AUCTION, f.DEALER, f.LHO_CALL, f.LHO_CALLED, f.AUCTION_OVER),
    ),
    Kind.CONCEALED_UNDERSTANDING: Procedure(information.concealed_understanding, Phase.INFORMATION, ("40", "40"), (Page((f.DISCLOSED, f.DAMAGE)),)),
    Kind.PSYCHIC: Procedure(information.psychic_call, Phase.INFORMATION, ("40", "40"), (Page((f.PARTNER_HAS_PRIOR_KNOWLEDGE, f.DAMAGE)),)),
    Kind.AIDS: Procedure(information.aids_to_memory, Phase.INFORMATION, ("40", "40"), (Page((f.LOOKED_AT,)),)),
    Kind.ATTENTION: Procedure(conduct.attention, Phase.CONDUCT, ("9", "9"), (Page((f.DRAWN_BY, f.DURING_PLAY)),), (f.PHASE,)),
    Kind.PLAYER_ASSESSED_PENALTY: Procedure(conduct.player_assessed_penalty, Phase.CONDUCT, ("10", "10"), (Page((f.DIRECTOR_CALLED,)),)),
    Kind.CONSULTATION: Procedure(conduct.consultation, Phase.CONDUCT, ("10", "10"), (Page((f.CHOOSER_ROLE,)),)),
    Kind.FORFEITURE: Procedure(
        conduct.forfeiture, Phase.CONDUCT, ("11", "11"), (Page((f.SIDE_THAT_GAINED, f.OPPONENT_IGNORANT)),), (f.NOS_ACTED_BEFORE_DIRECTOR,)
    ),
    Kind.SPECTATOR: Procedure(conduct.spectator, Phase.CONDUCT, ("11B", "76"), (Page((f.RESPONSIBLE_SIDE, f.FIRST_TO_DRAW_ATTENTION)),)),
    Kind.WAIVE: Procedure(conduct.waiver, Phase.CONDUCT, ("81C", "81C"), (Page((f.ASKED_BY, f.GOOD_CAUSE)),)),
    Kind.DIRECTOR_ERROR: Procedure(conduct.director_error, Phase.CONDUCT, ("82C", "82C"), (Page((f.RECTIFIABLE,)),)),
    Kind.DISPUTED: Procedure(conduct.disputed_facts, Phase.CONDUCT, ("85", "85"), (), (f.EVIDENCE,)),
    Kind.DOUBTFUL: Procedure(conduct.doubtful_point, Phase.CONDUCT, ("84", "84"), (Page((f.RESOLVED,)),)),
    Kind.APPEAL: Procedure(conduct.appeal, Phase.CONDUCT, ("92", "92"), (Page((f.OVERRULE_POINT_OF_LAW, f.MINUTES_AFTER)),)),
    Kind.DECEPTION: Procedure(adjusted.deception, Phase.CONDUCT, ("73F2", "73E2"), (Page((f.NO_BRIDGE_REASON, f.COULD_HAVE_KNOWN, f.DAMAGE)),)),
    Kind.CONCEAL: Procedure(penalties.concealment, Phase.CONDUCT, ("72B4", "72B3"), (Page((f.DELIBERATE,)),)),
    Kind.CONDUCT: Procedure(penalties.conduct, Phase.CONDUCT, ("74", "74"), (), (f.OFFENCE,)),
    Kind.DISCIPLINE: Procedure(penalties.discipline, Phase.CONDUCT, ("91", "91"), (), (f.OFFENCE,)),
    Kind.PROCEDURE: Procedure(
        penalties.procedure, Phase.CONDUCT, ("90", "90"), (Page((f.OFFENCE, f.CARDS_SEEN, f.CAUSED_ADJUSTED_SCORE)),), (f.OTHER_TABLE_AFFECTED,)
    ),
    Kind.ARTIFICIAL: Procedure(adjusted.artificial_score, Phase.CONDUCT, ("12", "12"), (Page((f.EVENT, f.FAULT)),), (f.SESSION_PCT,)),
    Kind.ASSIGNED: Procedure(
        adjusted.assigned_score,
        Phase.CONDUCT,
        ("12", "12"),
        (Page((f.OUTCOMES_NS, f.OFFENDING_SIDE), Edition.CN1999), Page((f.CONSEQUENT_DAMAGE,), Edition.WBF2017)),
        (f.PLEA, f.WEIGHTS, f.WEIGHT_INCLUDES_INFRACTING_CALL, f.NOS_ERROR, f.SELF_INFLICTED_SHARE),
    ),
    Kind.OTHER_TABLE: Procedure(
        adjusted.other_table,
        Phase.CONDUCT,
        ("86", "86"),
        (Page((f.OTHER_TABLE_CLEARLY_FAVOURABLE,)), Page((f.INCOMPARABLE, f.FAULT), Edition.WBF2017)),
        (f.EVENT,),
    ),
    Kind.TRICK_DISPUTE: Procedure(
        conduct.trick_dispute, Phase.CONDUCT, ("79", "79"), (Page((f.CLAIM_INVOLVED, f.AFTER_ROUND)), Page((f.CONVINCED,), Edition.WBF2017))
    ),
    Kind.SCORE_ERROR: Procedure(
        conduct.score_error, Phase.CONDUCT, ("79", "79"), (Page((f.MINUTES_AFTER,)), Page((f.BEYOND_DOUBT, f.TO_APPROVES), Edition.WBF2017))
    ),
    Kind.SCORE: Procedure(adjusted.score_of_contract, Phase.CONDUCT, ("77", "77"), (Page((f.CONTRACT, f.DECLARERS_TRICKS, f.VULNERABLE)),), (f.DOUBLED,)),
    Kind.IMP: Procedure(adjusted.imps_of_difference, Phase.CONDUCT, ("78B", "78B"), (Page((f.DIFFERENCE,)),)),
}
