/** The buttons of a chat's header: they fit in one row of a phone. */
export const headerButton = 'px-3! text-small'
