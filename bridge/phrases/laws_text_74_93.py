"""What each section of Laws 74 to 93 says, in our own words: in both editions, in 1999 alone, in 2017 alone."""

from django.utils.translation import gettext_noop as _

BOTH = {
    "74": _(
        "Players stay courteous and call and play in an even manner. Remarks, gestures, dawdling, staring at others or handling cards too early are "
        "breaches that the director may penalise."
    ),
    "74A": _(
        "A player is polite to everybody at all times, says and does nothing that annoys others or spoils their game, and makes every call and play in the "
        "same way."
    ),
    "75": _(
        "Opponents may expect a true account of what a partnership has agreed, not of the cards held. Without evidence of the agreement the director takes "
        "it that the explanation was wrong, not the call."
    ),
    "76": _(
        "Spectators watch in silence, look at one hand only unless allowed more, show no reaction and point out no irregularity. They speak about facts or "
        "law only when the director asks them."
    ),
    "77": _(
        "Tricks bid and made count 20 each in clubs and diamonds, 30 in hearts and spades, 40 and then 30 in notrump; 100 make game. Bonuses, doubling and "
        "undertricks follow the table."
    ),
    "78": _(
        "The scores of a board are compared in matchpoints, IMPs or total points as announced for the event; other methods may be used where the "
        "regulations allow them."
    ),
    "78B": _("The difference between two scores of a board is turned into IMPs by a fixed scale, from 0 for up to 10 points to 24 for 4000 and more."),
    "79": _(
        "The table agrees how many tricks each side won before the hands go back into the board. Disputes go to the director; a slip in the score can be "
        "put right until the correction period ends."
    ),
    "80": _(
        "The organiser appoints the director, provides rooms and material, and sets times and conditions of entry. Its regulations, made known beforehand, "
        "may add to the Laws but not contradict them."
    ),
    "81": _(
        "The director runs the event for the organiser and is responsible for its technical side. He applies the Laws and the regulations and is himself "
        "bound by them."
    ),
    "81C": _(
        "The director keeps order and pace, explains and applies the Laws, puts right errors he learns of in any way within the correction period, settles "
        "disputes and gathers the results."
    ),
    "82": _(
        "When something in the running of the event goes wrong, the director sees to it that it is put right and play goes on, by means that the Laws "
        "allow."
    ),
    "82B": _("To put an error of procedure right, the director may have a board played now or later, or give an adjusted score where the Laws permit one."),
    "82C": _(
        "If a ruling turns out to be the director's own mistake and the board can no longer be scored normally, he gives an adjusted score and treats both "
        "sides as non-offending."
    ),
    "83": _("Where his view of the facts or his judgment might be open to review, the director tells the players that they may appeal."),
    "84": _(
        "When everybody agrees on what happened, the director finds the law that fits and carries it out. Where it leaves a choice to a player, he "
        "explains all options and sees that one is taken."
    ),
    "85": _(
        "When the players tell different stories, the director first finds out as well as he can what happened, then rules on it. If he cannot tell, he "
        "lets the game go on."
    ),
    "85A": _(
        "The director hears the players of both sides and weighs the evidence. Once he is satisfied what happened, he rules as if the facts had been "
        "agreed."
    ),
    "85B": _("If the director cannot establish what happened, he gives a ruling with which play can continue; the players may appeal against it."),
    "86": _(
        "A team's result on a board depends on two tables. These rules say when a board may not be dealt anew and what counts when one table has a good "
        "result and the other has none."
    ),
    "87": _(
        "If a board was not the same for all who are compared on it, the director sorts its results by the form in which it was played and has them scored "
        "apart."
    ),
    "89": _(
        "In an individual event what the Laws prescribe falls on both players of the offending side, also if only one is to blame. A procedural penalty is "
        "not given to a partner who did nothing wrong."
    ),
    "90": _(
        "Besides applying the other Laws, the director may take points from contestants who delay, disturb or break procedure. The points taken go to "
        "nobody else."
    ),
    "90A": _(
        "The director may penalise whatever holds up the game, troubles other contestants, breaks correct procedure or makes an adjusted score at another "
        "table necessary."
    ),
    "90B": _(
        "Examples are slow play, loud talk, comparing scores without leave, touching another's cards, cards in a wrong pocket, errors that cost another "
        "side its result, and ignoring regulations or instructions."
    ),
    "90B1": _("A contestant who is not at the table when play is due to begin may be given a procedural penalty."),
    "91": _(
        "To keep order the director may fine or suspend a contestant for bad conduct. To exclude him from the event altogether he needs the organiser's "
        "approval."
    ),
    "91A": _("The director may take disciplinary points or suspend a contestant for the session or a part of it. No appeals committee can reverse this."),
    "92": _(
        "A contestant may ask for review of any ruling given at his table. The appeal goes through the director; in pairs both partners, in teams the "
        "captain, must agree to it."
    ),
    "92B": _("A ruling can be asked for or appealed until 30 minutes after the results are open to inspection, unless the organiser has set another time."),
    "93": _(
        "Without an appeals committee the chief director decides all appeals. With one he rules on the part that is purely law or regulation and passes "
        "the rest to the committee."
    ),
    "93B": _(
        "In hearing an appeal the committee may do what a director may do, judging facts and scores afresh; on points of law and on discipline it is "
        "bound."
    ),
    "93B3": _(
        "The committee may not set aside the director's reading of a law or regulation or his disciplinary penalty. It may recommend that he change his "
        "ruling."
    ),
}

CN1999 = {
    "75D": _(
        "Who finds his own explanation wrong calls the director at once. Who finds his partner's wrong keeps silent until the final pass, as a defender "
        "until play is over, and then has it put right."
    ),
    "75D1": _("A player who sees that what he explained was wrong or incomplete calls the director without delay, who applies Law 21 or Law 40C."),
    "75D2": _(
        "A player gives no sign that his partner explained wrongly. Declarer or dummy calls the director and tells the opponents after the final pass, a "
        "defender only when play has ended."
    ),
    "79B": _(
        "If the number of tricks is disputed later, the director is called. Once the round is over he need not raise anybody's score, save where Law 69 or "
        "Law 71 on claims and concessions applies."
    ),
    "79C": _(
        "A mistake in writing down or working out an agreed score is corrected until the correction period ends: 30 minutes after the results can be "
        "inspected, unless the organiser sets another time."
    ),
    "81C8": _(
        "If the non-offending side asks for it and there is good reason, the director may refrain from a penalty that the Laws provide. The choice is his."
    ),
    "86A": _("At IMP scoring an artificial average plus is normally 3 IMPs to the team, and average minus normally 3 IMPs against it."),
    "86C": _("The director orders no new deal of a board if a team could know how the match stands without it. He gives an adjusted score instead."),
    "86D": _(
        "If a board needs an adjusted score and the same teams' result at the other table clearly favours one of them, the director may assign a score "
        "instead of an artificial one."
    ),
    "87A": _("A board is fouled when cards were put into wrong hands, so that contestants whose results are compared did not play the same deal."),
    "87B": _(
        "The director finds out, as nearly as he can, who played the true deal and who the altered one. The two groups are scored apart as the regulations "
        "provide."
    ),
    "88": _(
        "In pairs and individual events a contestant without a result on a board, by no fault or choice of his own, gets 60 percent, or his average on the "
        "session's other boards if higher."
    ),
}

WBF2017 = {
    "75B": _(
        "An explanation that differs from the agreement is an infraction. Who gave it and who heard his partner give it put it right at different times, "
        "through the director."
    ),
    "75B1": _(
        "When opponents are damaged by an explanation that is not the agreement, the director adjusts the score; a wrong account without damage changes "
        "nothing."
    ),
    "75B2": _(
        "A player who notices his own mistake calls the director and corrects it before the opening lead is faced, already in the auction if he likes. If "
        "he notices it during play, he does it then."
    ),
    "75B3": _(
        "The partner of the explainer does nothing during the auction. As declarer or dummy he calls the director and corrects after the final pass, as a "
        "defender only after the play."
    ),
    "75C": _(
        "A correct explanation of a call made by mistake is no infraction: nothing has to be corrected and the result stands even if opponents suffer, "
        "provided that there is evidence of the agreement."
    ),
    "75D": _(
        "The director rules as if the opponents had been told the true agreement in time, or that there is none if the partners had no common "
        "understanding, and assigns a score where there was damage."
    ),
    "78D": _(
        "Before the event the organiser publishes how entries, scoring, winners and ties are decided. These conditions keep within the Laws and are open "
        "to every contestant."
    ),
    "79A": _(
        "Both sides agree on the tricks won while the cards still lie on the table, before the four hands are back in the board, and neither takes more "
        "than its due."
    ),
    "79A2": _(
        "A player may not knowingly let a trick be scored to him that his side has not won, nor accept the concession of a trick that opponents could not "
        "lose."
    ),
    "79B": _(
        "When tricks are disputed, the director is called. He asks first whether there was a claim or concession, which Law 69B or Law 71 decides; "
        "otherwise he rules himself what is scored."
    ),
    "79B2": _(
        "Called while the round is still running, and with no claim or concession in the case, the director decides how many tricks are scored from what "
        "he can find out."
    ),
    "79B3": _(
        "Called when the round is over, the director changes the score of both sides only if he is quite sure what happened; otherwise it stands, or one "
        "side's score is lowered and the other's left."
    ),
    "79C": _(
        "A slip of a player or scorer in entering or computing an agreed score is put right within the correction period, normally 30 minutes from "
        "publication. Afterwards it takes the organiser's consent."
    ),
    "79C1": _(
        "Until the correction period ends, any player or official may have a wrongly entered score put right: 30 minutes from the time results are shown, "
        "unless the organiser fixes otherwise."
    ),
    "79C2": _("After the correction period an entry is changed only if the director has no reasonable doubt that it is wrong and the organiser agrees."),
    "81C5": _(
        "On request of the non-offending side, and only for good cause, the director may decide not to apply a rectification. The players cannot do so by "
        "themselves."
    ),
    "84D": _(
        "Where a point stays doubtful, the director rules for the non-offending side. He aims at a fair outcome and adjusts when that side probably "
        "suffered and the Laws prescribe nothing else."
    ),
    "85A1": _("Certainty is not needed: the director takes as true what the evidence he has gathered makes more likely than not."),
    "86A": _("Once a team might know the match result but for one board, that board is not shuffled and dealt again; the director adjusts its score."),
    "86B": _(
        "When a board of a match is adjusted, the director looks at the other table: a single result there counts if it clearly favours one team; several "
        "that do not compare follow rules of their own."
    ),
    "86B1": _(
        "If the one result obtained between the two teams plainly favours either of them, the director assigns a score for the table without result, "
        "weighted if need be, not an artificial one."
    ),
    "86B2": _(
        "Where results do not compare or several boards need adjusting, fault decides: with neither or both teams at fault, boards are cancelled for "
        "artificial scores; if neither is, others may be played instead."
    ),
    "86B2b": _(
        "If only one team is at fault, the other gets on each such board average plus or an assigned score, whichever is better; the team at fault gets "
        "the complement."
    ),
    "86B3": _("When boards were played at one table only, the regulations may lay down another way of scoring them than the one given here."),
    "87A": _(
        "A board is fouled when a card had moved between hands, or copies of it showed another dealer or vulnerability, so that those who are compared "
        "played it in unlike form."
    ),
    "87B": _(
        "In pairs and individual events results are put into a group for each form of the board and each group is scored by itself, as regulated or as the "
        "director announces. For teams see Law 86B2."
    ),
    "88": _(
        "What a contestant without fault is due for a board that he could not play is found in Law 12C2: 60 percent, or his own session average if it is "
        "higher."
    ),
}
