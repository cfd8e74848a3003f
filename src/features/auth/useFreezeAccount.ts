import { useMutation } from '@tanstack/react-query'

export function useFreezeAccount() {
  return useMutation({ mutationFn: async (token: string) => (await import('./mutations')).freezeAccount(token) })
}
