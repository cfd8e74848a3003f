/** For a query whose reads are audited: dropped when its screen is left, and refetched only on request. */
export const confidential = { gcTime: 0, refetchOnWindowFocus: false } as const
