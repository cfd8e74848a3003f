export const noteCopy = {
  none: 'No notes',
  added: { title: 'Note added' },
  deleted: { title: 'Note deleted' },
  needed: 'Enter a note.',
  confirmDelete: { title: 'Delete this note?', text: 'Staff will no longer see it.', confirmLabel: 'Delete' },
} as const
