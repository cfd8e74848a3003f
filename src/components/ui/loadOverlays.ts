/** Downloads Radix, 25 kB that no first screen needs, with the dialog and the popover. */
export const loadOverlays = () => import('./overlays')
