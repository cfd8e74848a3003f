// What parts of the list will about take, in px: the room that is kept for them until they have been drawn.

export const headingHeight = 48
export const rowHeight = 68
