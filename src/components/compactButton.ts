/** A button in a row of 36 to 40 px of a staff table. */
export const compactButton = 'max-sm:min-h-10! lg:min-h-8! lg:px-2.5! lg:py-1!'
