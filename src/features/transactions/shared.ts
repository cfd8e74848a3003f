export { cardOf } from './cardOf'
export { SampleMark } from './SampleMark'
export { SampleNote } from './SampleNote'
