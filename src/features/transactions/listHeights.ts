// Estimated heights in px, reserved for parts of the list that are not rendered yet.

export const headingHeight = 48
export const rowHeight = 68
