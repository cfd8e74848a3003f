/** What staff see for a user who has given no name. */
export const noName = 'No name'
