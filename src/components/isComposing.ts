import type { KeyboardEvent } from 'react'

/**
 * Whether the key belongs to an input method, where Enter confirms a composed character. Safari sends that Enter after the
 * composition has ended, with the key code 229.
 */
export const isComposing = ({ nativeEvent }: KeyboardEvent) => nativeEvent.isComposing || nativeEvent.keyCode === 229
