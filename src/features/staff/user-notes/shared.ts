export { NoteList } from './NoteList'
export { readUserNote, type UserNote } from './userNote'
