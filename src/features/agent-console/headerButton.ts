/** The buttons of a chat's header: four of them fit in one row of a phone. */
export const headerButton = 'min-h-11 px-2 text-sm sm:px-4'
