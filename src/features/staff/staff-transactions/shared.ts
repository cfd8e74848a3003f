export { newSearch, noFilter } from './filter'
export { moneyFields } from './moneyFields'
export { describePaymentToCome } from './paymentsToCome'
export { outcomeWords, ruleWords } from './timelineWords'
