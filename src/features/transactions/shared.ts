export { SampleMark } from './SampleMark'
export { SampleNote } from './SampleNote'
