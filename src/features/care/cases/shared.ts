import { complaintCopy } from './complaintCopy'

export { LetterButton } from './LetterButton'
export { TopicField } from './TopicField'

/** What a complaint can be about. */
export const complaintTopics: Record<string, string> = complaintCopy.topics
