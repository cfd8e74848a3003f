import { textProblem } from '@/lib/safeText'
import type { FieldErrors } from '@/lib/useForm'
import { profileCopy } from './copy'
import type { PostalAddress } from './queries'

export const addressLimits = { line1: 60, line2: 60, town: 40, postcode: 12 }

type AddressForm = Record<keyof typeof addressLimits, string>

export function toAddressForm(address: PostalAddress | null): AddressForm {
  return {
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    town: address?.town ?? '',
    postcode: address?.postcode ?? '',
  }
}

type Checked = { address: PostalAddress | null } | { errors: FieldErrors<keyof AddressForm> }

/** The address, or what is wrong with the fields. Null: all fields are empty. */
export function checkAddress(form: AddressForm): Checked {
  const { needsLine, needsTown, needsPostcode } = profileCopy.address
  const [line1, line2, town] = [form.line1.trim(), form.line2.trim(), form.town.trim()]
  if (line1 + line2 + town + form.postcode.trim() === '') return { address: null }
  const postcode = readPostcode(form.postcode)
  const problems = {
    line1: line1 === '' ? needsLine : textProblem(line1),
    line2: textProblem(line2),
    town: town === '' ? needsTown : textProblem(town),
    postcode: postcode === null ? needsPostcode : null,
  }
  const errors: FieldErrors<keyof AddressForm> = Object.fromEntries(
    Object.entries(problems).filter(([, problem]) => problem !== null),
  )
  if (postcode === null || Object.keys(errors).length > 0) return { errors }
  return { address: { line1, line2: line2 === '' ? null : line2, town, postcode } }
}

/** 'ls14ap' → 'LS1 4AP'. Null: no UK postcode. */
function readPostcode(typed: string): string | null {
  const compact = typed.toUpperCase().replace(/\s/g, '')
  const [, district, unit] = /^([A-Z]{1,2}\d[A-Z\d]?|GIR)(\d[A-Z]{2})$/.exec(compact) ?? []
  return district === undefined || unit === undefined ? null : `${district} ${unit}`
}
