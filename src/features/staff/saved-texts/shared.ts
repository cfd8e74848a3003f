export { ReasonDialog, ReasonField, reasonProblem } from './ReasonDialog'
export { SavedReasons } from './LazySavedReasons'
export { SavedTexts } from './SavedTexts'
