export { newSearch, noFilter } from './filter'
export { describePaymentToCome, readPaymentToCome } from './paymentsToCome'
export { outcomeWords, ruleWords } from './timelineWords'
