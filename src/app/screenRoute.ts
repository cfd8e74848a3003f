import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'

/** A screen's code is loaded when it is first shown. */
export function screen(path: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, lazy: async () => ({ Component: await load() }) }
}

/** What screens share, loaded beside them; a visitor at the sign-in screen waits for none of it. */
export function shared(load: () => Promise<ComponentType>, children: RouteObject[], id?: string): RouteObject {
  return { id, lazy: async () => ({ Component: await load() }), children }
}
