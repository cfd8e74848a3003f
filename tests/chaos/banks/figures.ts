export type BankFigures = ReturnType<typeof newBankFigures>

export function newBankFigures() {
  return {
    payments: 0,
    /** To an account that the other bank does not have. */
    toNobody: 0,
    recalls: 0,
    /** Calls of the database without an answer: the outcome of the payment was unknown until it was asked again. */
    unknownOutcomes: 0,
    databaseKills: 0,
    senderKills: 0,
    receiverKills: 0,
    lost: 0,
    answerLost: 0,
    duplicated: 0,
    delayed: 0,
    repeatedLater: 0,
    snapshots: 0,
    /** Without a decision when the faults ended. */
    undecided: 0,
    accepted: 0,
    rejected: 0,
    returned: 0,
    /** What a restored copy got back from the other bank. */
    recovered: 0,
    returnedAgain: 0,
    deadlocks: 0,
  }
}
