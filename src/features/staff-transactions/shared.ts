export { newSearch, noFilter } from './filter'
export { describePaymentToCome, readPaymentToCome } from './paymentsToCome'
export { ruleWords } from './timelineWords'
