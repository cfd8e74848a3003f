// What customers see, in one download.
export { CallLine } from './CallLine'
export { CallWatch } from './CallWatch'
export { ContactCard } from './ContactCard'
