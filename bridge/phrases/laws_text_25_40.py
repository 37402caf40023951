"""What each section of Laws 25 to 40 says, in our own words: in both editions, in 1999 alone, in 2017 alone."""

from django.utils.translation import gettext_noop as _

BOTH = {
    "25": _(
        "The director first asks whether the changed call was a slip, which may be put right; for a change of mind much depends on the left-hand "
        "opponent."
    ),
    "25B": _("A call changed on purpose, or changed too late for a slip, may be accepted by the left-hand opponent; otherwise the new call is cancelled."),
    "26": _(
        "If the side of the withdrawn call defends, declarer may be allowed to restrict the offender's partner when he first has the lead, the "
        "opening lead included."
    ),
    "27": _(
        "A bid too low for the auction stands if the left-hand opponent accepts it; if not, the offender replaces it, and the replacement decides "
        "whether his partner is silenced."
    ),
    "27A": _("The insufficient bid then counts as legal, without any consequence, and the next bid need only be higher than that one."),
    "28": _(
        "Two early calls are in order: one made while the right-hand opponent is bound to pass, and one made in proper turn after an opponent's call "
        "out of rotation."
    ),
    "28A": _("A player who calls before his right-hand opponent has made a pass that he was bound to make counts as calling in turn."),
    "29": _("The left-hand opponent may accept a call out of rotation; otherwise it is cancelled, and Laws 30 to 32 say what it costs."),
    "29A": _("If the offender's left-hand opponent calls after it, the call out of rotation stands, the auction goes on from there and nothing follows."),
    "29B": _("The player whose turn it was now calls; the offender may make any legal call at his own turn, within the limits of Laws 30 to 32."),
    "29C": _("What counts is the meaning: with an artificial call, Laws 30 to 32 look at the strains that it showed and leave aside the one that it named."),
    "31": _("A bid out of rotation that is not accepted is cancelled; whose turn it was decides how far the offending side is restricted."),
    "31A": _("The right-hand opponent calls first; what the offender may then do depends on whether that opponent passes or acts."),
    "31A1": _("If the right-hand opponent passes, the offender repeats the call he made too early; if it is legal, nothing further follows."),
    "32": _("The left-hand opponent may accept a double or redouble out of rotation, but never one that was inadmissible in the first place."),
    "33": _("The call of the player in turn counts as the first; the other one counts as made after it, and so may be in order or out of rotation."),
    "34": _(
        "Three passes do not end the auction if one of them, out of rotation, cost a player his turn: the passes from that one on are cancelled and "
        "he calls."
    ),
    "37": _(
        "A bid, double or redouble by a player bound to pass makes both players of his side pass for the rest, unless the left-hand opponent has "
        "called over it."
    ),
    "39": _("Any call after the end of the auction is cancelled; only a bid, double or redouble by a defender may have an effect, namely on the lead."),
    "40": _(
        "Partners may agree on what their calls and plays mean as long as opponents can find it out; a player may depart from it if partner is as "
        "surprised as they are."
    ),
}

CN1999 = {
    "25A": _(
        "A player who notices a slip may put it right until his partner calls, if he does so without a pause for thought; a legal new call stands "
        "without penalty."
    ),
    "25B1": _(
        "The new call stands without penalty if the left-hand opponent accepts it; if he had called already, meaning to follow the first one, he may "
        "take that call back."
    ),
    "25B2": _("The new call is cancelled; what follows depends on whether the first call was legal."),
    "25B2a": _("The first call is penalised by the law that it broke, for example as an insufficient bid; the second call may bring a lead penalty besides."),
    "25B2b": _("The offender must choose: either he keeps his first call, or he makes another legal call for a score of average minus at most."),
    "25B2b1": _("The offender keeps the call he made first; his partner must pass at his next turn, and the director may adjust if that pass does damage."),
    "25B2b2": _(
        "The auction goes on normally after the new call, but partner may not use the cancelled ones. The offending side gets average minus at most, "
        "the other side its real score."
    ),
    "25B2c": _("Whichever call the offender chose: if his side defends, his partner's first lead may be restricted as after any withdrawn call (Law 26)."),
    "26A": _("When the withdrawn call was tied to one or more suits, everything depends on whether the offender has shown them again by legal calls."),
    "26A1": _("If legal calls of the offender have shown every suit that the withdrawn call showed, partner leads what he likes."),
    "26A2": _("When partner first has the lead, declarer may demand a suit that was not legally shown, or forbid it for as long as partner keeps the lead."),
    "26B": _(
        "After a withdrawn pass, double, redouble or other call tied to no suit, declarer may forbid any one suit when partner first has the lead, "
        "for as long as he keeps it."
    ),
    "27B": _("The offender must replace it with a sufficient bid or a pass, and chooses after the director has explained what each choice costs."),
    "27B1": _("A natural bid made good in its own strain at the lowest level silences nobody; the director may still adjust for the information it gave."),
    "27B1a": _(
        "The lowest sufficient bid in the same strain carries no penalty if beyond doubt neither it nor the insufficient bid was conventional; "
        "partner may use both."
    ),
    "27B1b": _("If the insufficient bid told partner enough to harm the non-offending side, the director gives an adjusted score."),
    "27B2": _(
        "If either bid may have been conventional, or the offender bids something else or passes, his partner must pass for the rest of the auction; "
        "a lead penalty may follow."
    ),
    "27B3": _(
        "The double or redouble is cancelled and the offender must bid enough or pass; his partner must pass for the rest, and a lead penalty may "
        "follow."
    ),
    "28B": _(
        "If the opponent whose turn it was calls before the penalty is ruled, his call is in order; the call out of rotation goes unpenalised and "
        "counts as never made."
    ),
    "30": _("What a cancelled pass costs depends on whether anybody had bid and at whose turn it was made."),
    "30A": _("As long as nobody has bid, the offender only has to pass once, when his proper turn comes; his partner may call freely."),
    "30B": _("Once somebody has bid, the penalty goes by whose turn it was: the right-hand opponent's, partner's or the left-hand opponent's."),
    "30B1": _("The offender must pass at that turn; a lead penalty is possible only if the pass was conventional and told something about particular suits."),
    "30B2": _("A pass at partner's turn binds both players: the offender for the rest of the auction, his partner in what he may call now."),
    "30B2a": _("The offender must pass at every later turn; if he could have known that this would harm the other side, the director may adjust."),
    "30B2b": _("Partner may pass or make any sufficient bid, but he may not double or redouble at that turn."),
    "30B3": _("A pass at the left-hand opponent's turn counts as a change of the call that the offender has already made, so Law 25 decides."),
    "30C": _(
        "A pass that by agreement promises a certain strength, or shows or denies length in a suit other than the last one named, is handled as a "
        "bid out of rotation."
    ),
    "31A2": _("After a legal bid, double or redouble by that opponent the offender may call what he likes; his partner is silenced once or for good."),
    "31A2a": _("If the offender bids the same strain again, his partner must pass at his next turn only; the director may adjust if that pass does damage."),
    "31A2b": _("If the offender names another strain, doubles or passes, his partner must pass for the rest; a lead penalty may follow."),
    "31B": _(
        "Partner must pass for the rest of the auction, and a lead penalty may follow. At the left-hand opponent's turn this needs an offender who "
        "has not called yet, else Law 25 applies."
    ),
    "32A": _("Partner must pass for the rest; if the offending side defends, declarer may also forbid a suit at the first lead of that partner."),
    "32B": _("The double is cancelled and the right-hand opponent calls; his pass or action decides whether the offender must repeat it."),
    "32B1": _(
        "If the right-hand opponent passes, the offender must make the same double or redouble again, without penalty; an inadmissible one goes to "
        "Law 36."
    ),
    "32B2": _(
        "If the right-hand opponent acts, the offender may make any legal call, but his partner must pass for the rest; declarer may later forbid a "
        "suit."
    ),
    "35": _("If the left-hand opponent calls over an inadmissible call before the penalty is ruled, there is no penalty and no restriction on the lead."),
    "35A": _("From the double or redouble on every call is cancelled, and the player whose turn it was calls; the offending side goes free."),
    "35B": _("The call and the legal calls after it stand, but a player who was bound to pass for the whole auction is still bound at his later turns."),
    "35C": _("From that bid on every call is cancelled; the offender passes instead, and the auction goes on with nobody silenced."),
    "35D": _("From that call on everything is cancelled without penalty, and the auction remains over."),
    "36": _(
        "The double or redouble is cancelled and the offender makes a legal call instead; his partner must pass for the rest of the auction, and a "
        "lead penalty may follow."
    ),
    "38": _(
        "A bid above the seven level is cancelled and never becomes the contract; both players of the side must pass for the rest, unless the "
        "left-hand opponent has called over it."
    ),
    "39A": _("It costs nothing if a defender merely passed, or if the call came from the side that plays the contract; the director just cancels it."),
    "39B": _(
        "Besides cancelling the call, the director may allow declarer a lead penalty against the offender's partner, unless the left-hand opponent "
        "has called over it."
    ),
    "40A": _(
        "A player is free to surprise everybody, by a psychic call too, and need not say so beforehand; only private understandings with partner are "
        "barred."
    ),
    "40B": _(
        "Opponents must be able to follow what a pair's calls and plays mean, from common knowledge or from what it discloses as the organisers "
        "require; otherwise the method is barred."
    ),
    "40C": _("Where opponents left part of a meaning untold and a side came off worse through that, the director may adjust the score."),
    "40E": _(
        "Pairs may have to fill in a convention card in the form that the organisers choose; these may also require both partners to play the same "
        "system."
    ),
    "40E2": _(
        "The opponents' card may be consulted, though only at one's own turn to call or play and never by dummy; one's own card and aids to memory "
        "are barred."
    ),
}

WBF2017 = {
    "25A": _(
        "A call that the player never meant to make may give way to the one he meant, which is then judged like any other call; no lead restriction "
        "follows."
    ),
    "25A1": _("The change is possible from the moment of the slip until partner makes a call; the call that was meant then stands in its place."),
    "25A2": _("Only an error of hand or tongue is a slip, such as pulling the wrong bidding card; forgetting the system or misreading the auction is not."),
    "25A3": _("The slip may be put right even if a question, an alert or partner's explanation made the player aware of it."),
    "25A4": _("Once partner has made a call, it is too late: the call stays as it was made, however plain the slip."),
    "25A6": _("If the left-hand opponent has called over the slip, he may take that call back after the change; only his own side may use what it showed."),
    "25B1": _("The left-hand opponent may accept the new call, and does so if he knowingly calls over it; the auction then goes on from there."),
    "25B2": _("Unless the left-hand opponent accepts, the second call is cancelled and the auction goes on from the first; a lead restriction may follow."),
    "25B3": _("The non-offending side may use what the call taken back has shown; for the offending side it is unauthorised information."),
    "26A": _("If a comparable call took the place of the withdrawn one, partner leads freely; the director may still adjust at the end (Law 23C)."),
    "26B": _(
        "When the offender's partner first has the lead, declarer may forbid one suit that the offender did not show in the legal auction, for as "
        "long as partner keeps the lead."
    ),
    "27A1": _("The left-hand opponent may say that he accepts, or simply call over the insufficient bid, whether he noticed it or not."),
    "27A2": _("An insufficient bid made out of rotation is handled as a bid out of rotation, under Law 31."),
    "27B": _("The offender must put a legal call in its place, and chooses after the director has explained what each choice costs."),
    "27B1": _("If the replacement is the lowest bid that shows the same strain, or a comparable call, the auction goes on and nobody is silenced."),
    "27B1a": _(
        "The lowest sufficient bid that shows the same strain or strains has no further consequence: partner may use both bids, and the lead is not "
        "restricted."
    ),
    "27B1b": _("A call comparable to the insufficient bid, even a double, has no further consequence at once, and partner may use what both calls show."),
    "27B2": _("After any other sufficient bid or a pass, the offender's partner must pass for the rest of the auction; declarer may get a lead restriction."),
    "27B3": _(
        "A double or redouble that is not comparable is cancelled; the offender bids enough or passes, his partner must pass for the rest, and a "
        "lead restriction may follow."
    ),
    "27B4": _(
        "A second bid that is too low again is cancelled unless the left-hand opponent accepts it; the offender then bids enough or passes, and his "
        "partner must pass for the rest."
    ),
    "27C": _(
        "A legal replacement made too early stands, unless the left-hand opponent accepts the insufficient bid; the director then applies the rule "
        "that fits that replacement."
    ),
    "27D": _(
        "At the end the director asks whether, without the help of the insufficient bid, the result could well have been different; if so and the "
        "other side is damaged, he adjusts."
    ),
    "28B": _(
        "If the opponent whose turn it was calls before the director rules, the call out of rotation falls away without a lead restriction, but its "
        "side may not use it."
    ),
    "30": _("What a cancelled pass costs depends on whose turn it was and on whether the offender had called before."),
    "30A": _("The right-hand opponent calls as he likes; at the turn that follows the offender must pass, once."),
    "30B": _(
        "The pass is cancelled and the auction goes back; what follows depends on the offender's next call, or on Law 25 if the pass changed an "
        "earlier call of his."
    ),
    "30B1": _("This covers a pass at partner's turn, and one at the left-hand opponent's turn by a player who has yet to call on this board."),
    "30B1a": _("Partner may make any legal call at his turn, but he may not use what the cancelled pass told him."),
    "30B1b": _("The offender may make any legal call when his own turn comes; the director compares it with the cancelled pass."),
    "30B1bi": _("The auction goes on freely; at the end the director adjusts if the cancelled pass helped the offending side to a better result (Law 23C)."),
    "30B1bii": _("Partner must pass at his next turn and may not use the cancelled pass; a lead restriction and an adjusted score are possible."),
    "30B2": _("If the offender had called before and passes at the left-hand opponent's turn, he is taken to change that call, and Law 25 applies."),
    "30C": _("A pass with an artificial meaning, or a pass of partner's artificial call, is handled as a bid out of rotation."),
    "31A2": _("After a legal bid, double or redouble by that opponent the offender may call what he likes; the director compares it with the cancelled bid."),
    "31A2a": _("If the new call is comparable to the cancelled bid, nobody is silenced and the lead is free; the director may adjust at the end."),
    "31A2b": _("If not, partner must pass at his next turn and may not use the cancelled bid; a lead restriction and an adjusted score are possible."),
    "31B": _(
        "Partner may call but not use the cancelled bid; if the offender's own next call is not comparable, partner must pass once and a lead "
        "restriction may follow."
    ),
    "31C": _("A bid at the left-hand opponent's turn by a player who has already called counts as a change of that call, so Law 25 applies."),
    "32A": _(
        "The cancelled double must be made again if the right-hand opponent passes; if he acts, the offender is free to choose, at a price unless "
        "the call is comparable."
    ),
    "32A1": _("If the right-hand opponent passes, the offender repeats the double or redouble that he made too early, and nothing further follows."),
    "32A2": _(
        "If the right-hand opponent bids, doubles or redoubles, the offender may make any legal call, and the director compares it with the "
        "cancelled one."
    ),
    "32A2a": _("If the new call is comparable to the cancelled double or redouble, the auction goes on freely; the director may adjust at the end."),
    "32A2b": _("If not, partner must pass at his next turn and may not use the cancelled double; a lead restriction and an adjusted score are possible."),
    "32B": _(
        "Partner may call but not use the cancelled double; if the offender's own next call is not comparable, partner must pass once and a lead "
        "restriction may follow."
    ),
    "35": _(
        "Four kinds never count: a double or redouble against Law 19, a bid, double or redouble by a player bound to pass, a bid above seven, a call "
        "after the final pass (Laws 36 to 39)."
    ),
    "36": _(
        "A double or redouble that Law 19 does not allow is always cancelled; what else follows depends on whether the left-hand opponent has called "
        "over it."
    ),
    "36A": _("The calls made since are cancelled too and the player whose turn it was calls; nobody is silenced and the lead is free."),
    "36B": _(
        "The offender puts a legal call in its place and his partner must pass for the rest of the auction; a lead restriction and an adjusted score "
        "are possible."
    ),
    "36B4": _("The auction goes back to the player in turn; the offender may later make any legal call, but his partner must pass for the rest."),
    "36C": _("If nobody notices until the opening lead is faced, the score of the contract is worked out without the inadmissible double or redouble."),
    "37A": _(
        "The call and all legal calls after it stand, without a lead restriction; if he was bound to pass for the whole auction, he must still pass "
        "later."
    ),
    "37B": _("A pass takes the place of the call, and both players of the side must pass for the rest of the auction; a lead restriction may follow."),
    "38": _(
        "A bid above the seven level is cancelled, and both players of the side must pass for the rest of the auction, even if the left-hand "
        "opponent has called over it."
    ),
    "38B": _("The bid and every call made since are cancelled, whoever made them, and the offender is put down for a pass."),
    "38C": _("Since it cannot become the contract, the auction goes on from the pass, unless it is over, and both players of the side must pass for "
    "the rest."),
    "38D": _("Both players still have to pass for the rest, but there is no lead restriction and no adjustment for what that silence did."),
    "39B": _("Nothing more follows if the call came from declarer's side, if it was a pass, or if the left-hand opponent called after it."),
    "39C": _("If the left-hand opponent has not called since, declarer may get a lead restriction against the offender's partner."),
    "40A": _("Agreements may be made in words or grow from experience together; each pair lets its opponents know them in the way that is laid down."),
    "40A3": _("Where partner knows no more than opponents do, a player may choose any legal call or play without saying anything beforehand."),
    "40B": _("An agreement that opponents may not readily foresee or understand counts as special, and the regulations may allow, limit or forbid it."),
    "40B2": _("The regulations may allow or forbid special agreements, prescribe convention cards and alerts, and limit psychic use of artificial calls."),
    "40B2c": _("Unless the regulations differ, a player may look at the opponents' card before the auction and, during auction and play, at his own turn."),
    "40B2d": _("Notes, calculators and other helps to memory stay out of use until the board is over, unless the regulations allow them."),
    "40B4": _("If a pair does not disclose a meaning as it has to and opponents are damaged by that, the director gives an adjusted score."),
    "40B5": _(
        "If a pair uses an agreement that the regulations do not permit and this damages opponents, the director adjusts the score and may add a "
        "procedural penalty."
    ),
    "40C": _("A player may depart from the agreed methods if partner has no more reason to expect it than opponents have; nothing need be explained then."),
    "40C1": _(
        "If psychic calls recur so that partner expects them, they are part of the methods and must be disclosed; if hidden, the director may adjust "
        "and penalise."
    ),
}
