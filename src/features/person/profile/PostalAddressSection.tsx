import { useQuery } from '@tanstack/react-query'
import { FormProblem } from '@/components/FormProblem'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { InputField } from '@/components/ui/Input'
import { useForm } from '@/lib/useForm'
import { profileCopy } from './copy'
import { useSetAddress } from './mutations'
import { addressLimits, checkAddress, toAddressForm } from './postalAddress'
import { profileQueries, type PostalAddress } from './queries'

const fields = [
  { name: 'line1', label: 'Address line 1', autoComplete: 'address-line1' },
  { name: 'line2', label: 'Address line 2 (optional)', autoComplete: 'address-line2' },
  { name: 'town', label: 'Town or city', autoComplete: 'address-level2' },
  { name: 'postcode', label: 'Postcode', autoComplete: 'postal-code' },
] as const

/** The customer's postal address, and the form that changes it. */
export function PostalAddressSection({ userId }: { userId: string }) {
  const address = useQuery(profileQueries.address(userId))
  return (
    <section aria-labelledby="address-heading" className="space-y-3 border-t border-line pt-6">
      <h2 id="address-heading" className="text-section">
        {profileCopy.address.title}
      </h2>
      <p className="text-secondary">{profileCopy.address.use}</p>
      <Loaded query={address} what="your address" skeleton={<Skeleton className="h-104" />}>
        {(stored) => <AddressForm userId={userId} stored={stored} />}
      </Loaded>
    </section>
  )
}

function AddressForm({ userId, stored }: { userId: string; stored: PostalAddress | null }) {
  const save = useSetAddress(userId)
  const initial = toAddressForm(stored)
  const form = useForm({
    initial,
    draft: `address:${userId}`,
    forgetsOnLeave: true,
    check: checkAddress,
    submit: ({ address }) => save.mutateAsync(address),
    onSuccess: (submitted) => form.reset(submitted),
  })
  const isChanged = fields.some(({ name }) => form.values[name].trim() !== initial[name])
  return (
    <form {...form.props} className="space-y-3">
      {fields.map(({ name, label, autoComplete }) => (
        <InputField
          key={name}
          label={label}
          {...form.field(name)}
          autoComplete={autoComplete}
          maxLength={addressLimits[name]}
        />
      ))}
      <FormProblem words={form.problem} />
      <Button
        type="submit"
        className="w-full"
        disabled={!isChanged && !form.isPending}
        pending={form.isPending}
        pendingLabel="Saving..."
      >
        Save address
      </Button>
    </form>
  )
}
