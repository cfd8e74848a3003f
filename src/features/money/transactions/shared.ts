export { cardOf } from './cardOf'
export { SampleMark } from './SampleMark'
export { SampleNote } from './SampleNote'
export { kindOf, stateOf, stateWord, type PaymentKind, type PaymentState } from './stateWord'
