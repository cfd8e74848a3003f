export { endWords, frequencies, frequencyWords, moveFrequencies, toFrequency, type Frequency } from './frequencies'
export { checkRegularEnd, readRegularEnd, RegularEndFields, untilCancelled, type RegularEnd } from './RegularEndFields'
