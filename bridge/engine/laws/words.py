"""The words a fact may hold, and the small values that are told together. A value of a `StrEnum` is its word in lower case."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from bridge.engine.cards import Card, Rank, Suit
from bridge.engine.seats import Seat

Role = StrEnum("Role", "DECLARER DUMMY DEFENDER DECLARING_SIDE")
Event = StrEnum("Event", "PAIRS TEAMS TEAMS_KO")
When = StrEnum("When", "BEFORE_AUCTION BEFORE_FIRST_CALL AUCTION AFTER_FIRST_CALL BEFORE_LEAD AFTER_LEAD PLAY AFTER_PLAY")
Blame = StrEnum("Blame", "NONE PARTIAL DIRECT")
Party = StrEnum("Party", {"NS": "NS", "EW": "EW", "A": "A", "B": "B"})  # a side, or a team of a match
Evidence = StrEnum("Evidence", "NONE MIXED CLEAR")
Concerned = StrEnum("Concerned", "NOS OS NONE")  # the non-offending side, the offending side, neither

# Calls.
WhichCall = StrEnum("WhichCall", "FIRST SECOND")  # which of two calls the left-hand opponent meant to follow
HowNoticed = StrEnum("HowNoticed", "PARTNER_ANNOUNCEMENT BY_HIMSELF OTHER")
OffenderChoice = StrEnum("OffenderChoice", "FIRST_STANDS OTHER_CALL")
RequiredToPass = StrEnum("RequiredToPass", "NEXT ALWAYS")

# Boards, information, conduct, scores.
Found = StrEnum("Found", "ELSEWHERE PLAYED_CARDS NOWHERE")
Source = StrEnum("Source", "PARTNER OTHER")
Information = StrEnum("Information", "HESITATION QUESTION REMARK OTHER_HAND_SEEN RESULT_OVERHEARD")
Fit = StrEnum("Fit", "CONFLICT FITS")  # of an explanation and the hand
LookedAt = StrEnum("LookedAt", "OWN_CARD OPPONENTS_CARD")
DrawnBy = StrEnum("DrawnBy", "DECLARER DUMMY DEFENDER SPECTATOR")
ChooserRole = StrEnum("ChooserRole", "DECLARER DEFENDER OFFENDER LHO")
Offence = StrEnum("Offence", "LATE CARDS_NOT_COUNTED WRONG_POCKET DISCOURTESY DISORDER OTHER")
AdjustmentPlea = StrEnum("AdjustmentPlea", "PENALTY_TOO_SEVERE PENALTY_TOO_MILD")
OwnError = StrEnum("OwnError", "EXTREMELY_SERIOUS_UNRELATED GAMBLING_ACTION ORDINARY")  # of the non-offending side
Share = StrEnum("Share", "NONE PART ALL")  # how much of the damage is self-inflicted
Likelihood = StrEnum("Likelihood", "MOST_FAVOURABLE_LIKELY MOST_FAVOURABLE_AT_ALL_PROBABLE")

# Play.
DummyAct = StrEnum(
    "DummyAct",
    "WARN_WRONG_HAND ASK_DECLARER_REVOKE ASK_DEFENDER_REVOKE POINT_TO_DEFENDER_IRREGULARITY POINT_WRONG_ORIENTATION SUGGEST_CARD OTHER",
)
BrokenLimit = StrEnum("BrokenLimit", "EXCHANGE_HANDS WATCH_DECLARER SEE_DEFENDER_HAND")  # of dummy, Law 43A2
PointedOut = StrEnum("PointedOut", "LEAD_OUT_OF_TURN REVOKE")
Asks = StrEnum("Asks", "AUCTION_REVIEW AUCTION_REVIEW_AND_EXPLANATION")
TakeBackReason = StrEnum("TakeBackReason", "CHANGE_OF_MIND OPPONENT_MISINFORMATION REVOKE_SUSPECTED")
Lead = StrEnum("Lead", "OPENING NONE")
PlayAct = StrEnum("PlayAct", "DECLARER_TOUCHED FACE_UP_NEAR_TABLE PARTNER_COULD_SEE")
Purpose = StrEnum("Purpose", "DELIBERATE REACH_NEIGHBOUR")
NotSlip = StrEnum("NotSlip", "LOSS_OF_CONCENTRATION CHANGE_OF_MIND")
HowExposed = StrEnum("HowExposed", "DROPPED HELD_LOW NAMED STATEMENT_CURRENT_TRICK")
Face = StrEnum("Face", "UP DOWN")
AcceptedBy = StrEnum("AcceptedBy", "DECLARER DEFENDER")
Wish = StrEnum("Wish", "ACCEPT RETRACT")
SecondCard = StrEnum("SecondCard", "DECLARER DUMMY")
PlayChoice = StrEnum(
    "PlayChoice",
    "ACCEPT_LEAD REQUIRE_RETRACTION ACCEPT_SPREAD_OWN_HAND ACCEPT_DUMMY_SPREAD REQUIRE_SUIT FORBID_SUIT NO_RESTRICTION "
    "PLAY_HIGHEST PLAY_LOWEST REQUIRE_OTHER_SUIT FORBID_OTHER_SUIT",
)
CardClass = StrEnum("CardClass", "MINOR MAJOR")
TurnOf = StrEnum("TurnOf", "OWNER PARTNER_LEAD PARTNER_FOLLOW")
Knowledge = StrEnum("Knowledge", "DUTY_TO_PLAY OTHER_THAN_DUTY_TO_PLAY")
Failure = StrEnum("Failure", "FOLLOW PENALTY_CARD RESTRICTION FACED_HAND")  # what the revoke was
EstablishingAct = StrEnum(
    "EstablishingAct", "DESIGNATED_NEXT OFFENDER_PLAYED_NEXT PARTNER_LED_NEXT OPPONENT_LED_NEXT ACQUIESCED_IN_OPPONENTS_CLAIM"
)
EstablishedBy = StrEnum("EstablishedBy", "OS_PLAYED_NEXT OS_DESIGNATED_NEXT OS_AGREED_TO_CLAIM")
Noticed = StrEnum("Noticed", "DURING_PLAY_OR_AT_END AFTER_NOS_CALL_NEXT_BOARD AFTER_ROUND_END")
TransferLaw = StrEnum("TransferLaw", {"ITS_OWN_CARD_WON": "64A1", "OTHERWISE": "64A2"})
WonBy = StrEnum("WonBy", "OPPONENTS OFFENDER PARTNER")  # the trick of the revoke
Amount = StrEnum("Amount", "TOO_FEW TOO_MANY")
Scope = StrEnum("Scope", "CURRENT_TRICK_ONLY LAST_TRICK_ALL OLD_TRICK")
ClaimScope = StrEnum("ClaimScope", "REMAINING_TRICKS CURRENT_TRICK_ONLY")  # what a player speaks of who claims or concedes
PlayOnRequest = StrEnum("PlayOnRequest", "NON_CLAIMING_SIDE CLAIMING_SIDE")
AllTricks = StrEnum("AllTricks", "ALL")
Unstated = StrEnum("Unstated", "FINESSE_OR_DROP OTHER")
Raised = StrEnum("Raised", "WITHIN_CORRECTION_PERIOD BEFORE_OWN_CALL_NEXT_BOARD AFTER_OWN_CALL_NEXT_BOARD AFTER_CORRECTION_PERIOD")
SuitDuty = StrEnum("SuitDuty", "REQUIRE_SUIT FORBID_SUIT")
Spoken = StrEnum("Spoken", "CARD SUIT RANK HIGH LOW WIN ANYTHING")


@dataclass(frozen=True, slots=True)
class Designation:
    """What declarer said to dummy: the form of it, with the suit and the rank that he named."""

    form: Spoken
    suit: Suit | None = None
    rank: Rank | None = None


@dataclass(frozen=True, slots=True)
class TablePenaltyCard:
    """A penalty card on the table; the owner where both defenders have one."""

    card: Card
    degree: CardClass = CardClass.MAJOR
    owner: Seat | None = None


@dataclass(frozen=True, slots=True)
class Restriction:
    """A suit that must be led or played, or that may not be led."""

    duty: SuitDuty
    suit: Suit


@dataclass(frozen=True, slots=True)
class LaterFailure:
    """A later trick on which the player did not follow to this suit."""

    trick: int
    suit: Suit


@dataclass(frozen=True, slots=True)
class Weight:
    """The share of one result in a weighted score: per cent, and North-South's points."""

    percent: Fraction
    ns_points: int
