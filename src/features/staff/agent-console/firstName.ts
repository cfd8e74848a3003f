export const firstName = (fullName: string) => fullName.trim().split(/\s+/)[0] ?? ''
