import { createContext, type ReactNode } from 'react'

/** The app's tab bar; null on desktops. A `Screen` that is one of the tabs shows it below its content. */
export const TabBarContext = createContext<ReactNode>(null)
