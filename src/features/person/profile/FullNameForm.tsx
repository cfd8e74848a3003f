import { useUpdateFullName } from './mutations'
import { NameForm } from './NameForm'
import type { Profile } from './queries'

export function FullNameForm({ profile }: { profile: Profile }) {
  const save = useUpdateFullName(profile.id)
  return <NameForm label="Full Name" stored={profile.fullName ?? ''} save={save} saveLabel="Update Name" needsChange />
}
