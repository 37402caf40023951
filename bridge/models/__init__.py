"""The tables. Records are changed in place by acts, facts are begun and ended by acts, reckonings may be thrown away."""

from bridge.models.account import Account, Attempt, Invitation, Role, RoleKind
from bridge.models.board import Board, BoardSet, Deal
from bridge.models.club import Club, ClubTable, LawEdition, RulingShown
from bridge.models.device import Device, DeviceUse
from bridge.models.entry import Entry, LineUp, Payment, Roster
from bridge.models.event import Conditions, Event, EventForm, Scheme, Stage
from bridge.models.job import Job
from bridge.models.journal import Act, ChangedMeanwhile, Fact, Journal, KeyOfAnother, NotUndoable
from bridge.models.match import Acceptance, Forfeited, Match, Withdrawal
from bridge.models.movement import SIDE_OF, Place, Plan, Seating, Start
from bridge.models.player import Membership, Player, SeatWish
from bridge.models.ranking import Award, Publication, Ranking, RankingPart, Standing, StandingList, Traveller
from bridge.models.result import Adjustment, AdjustmentKind, Foul, Penalty, Report, Result
from bridge.models.ruling import DirectorCall, Draw, Reminder, Ruling
from bridge.models.session import OVER, Round, Section, Session, SessionState

__all__ = [
    "OVER", "SIDE_OF",
    "Acceptance", "Account", "Act", "Adjustment", "AdjustmentKind", "Attempt", "Award", "Board", "BoardSet", "ChangedMeanwhile", "Club",
    "ClubTable", "Conditions", "Deal", "Device", "DeviceUse", "DirectorCall", "Draw", "Entry", "Event", "EventForm", "Fact", "Forfeited",
    "Foul", "Invitation", "Job", "Journal", "KeyOfAnother", "LawEdition", "LineUp", "Match", "Membership", "NotUndoable", "Payment",
    "Penalty", "Place", "Plan", "Player", "Publication", "Ranking", "RankingPart", "Reminder", "Report", "Result", "Role", "RoleKind",
    "Roster", "Round", "Ruling", "RulingShown", "Scheme", "SeatWish", "Seating", "Section", "Session", "SessionState", "Stage", "Standing", "StandingList",
    "Start", "Traveller", "Withdrawal",
]
