import { lazy, useState, type ComponentType, type ElementType } from 'react'
import type { Area } from './areas'
import { MissingPart } from './MissingPart'

/** A component of an area: drawn at once when the area is downloaded, after its download otherwise. */
export function areaPart<Name extends string>(
  { load, loaded }: Area<Record<Name, ComponentType>>,
  name: Name,
): ComponentType {
  const read = async () => (await load())[name]
  const Missing = () => <MissingPart load={read} />
  const Lazy = lazy<ComponentType>(async () => ({ default: await read().catch(() => Missing) }))
  return function AreaPart() {
    // The component is kept in state: a change of its type would remount the screen.
    const [Part] = useState<ElementType>(() => loaded()?.[name] ?? Lazy)
    return <Part />
  }
}
