export { Balance } from './Balance'
export { setBalanceHidden, useIsBalanceHidden } from './hiddenBalance'
export { ShareDetails } from './ShareDetails'
export { PendingNote } from './PendingNote'
