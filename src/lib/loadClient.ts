import { download } from './download'

/** All of supabase-js, for sign-in, channels and edge functions. Downloaded when it is needed, or when the browser is idle. */
export const loadClient = () => download(() => import('./supabaseClient'))
