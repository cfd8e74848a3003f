import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/**
 * Fields that the address holds, so that a link, a reload and the back button show the same. They are in the fragment, which
 * browsers never send to a server: a search can contain a customer's name.
 */
export function useAddressFields<Name extends string>() {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const fields = new URLSearchParams(hash.slice(1))
  // A second change can come before React has rendered the first one.
  const latest = useRef(hash)
  useLayoutEffect(() => {
    latest.current = hash
  }, [hash])
  return {
    /** '' without a value. */
    field: (name: Name) => fields.get(name) ?? '',
    /** An empty value leaves the field out of the address. */
    setFields: (change: Partial<Record<Name, string>>, { replace = false } = {}) => {
      const next = new URLSearchParams(latest.current.slice(1))
      for (const [name, value] of Object.entries<string | undefined>(change)) {
        if (value === undefined || value === '') next.delete(name)
        else next.set(name, value)
      }
      latest.current = `#${next.toString()}`
      void navigate({ search, hash: next.toString() }, { replace, preventScrollReset: true })
    },
  }
}
