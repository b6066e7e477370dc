import { Activity, Suspense, lazy, useEffect } from 'react'
import type { ReactNode } from 'react'
import { onSessionLost, sessionToken } from '../kit/api/session-token.ts'
import { toast } from '../kit/feedback/toast.ts'
import { ToastHost } from '../kit/feedback/toast-host.tsx'
import { useStore } from '../kit/store.ts'
import { useLanguage } from '../kit/text/language.ts'
import {
  currentLocation,
  replaceLocation,
  targetText,
  useHashLocation,
} from './location/hash-location.ts'
import { dropSession, lapse, loadUser, sessionStore } from './session/session.ts'
import { SignInPage } from './sign-in/sign-in-page.tsx'

const loadSignedInApp = () => import('./signed-in-app.tsx')
const SignedInApp = lazy(loadSignedInApp)

/** Pages that nobody has to sign in for. */
const openPaths: ReadonlySet<string> = new Set([
  '/login',
  '/auth-redirect',
  '/welcome',
  '/noAccess',
  '/error',
])

/** Leads to the sign-in page; afterwards the person is back at the same place. */
function askToSignIn(): void {
  const here = targetText(currentLocation())
  const query = new URLSearchParams({ redirect: here, time: String(Date.now()) })
  replaceLocation(`/login?${query}`)
}

/**
 * The guard: the sign-in page, or everything else for whom is signed in. When a session lapses
 * the pages stay hidden behind the sign-in page, so that nothing typed is lost.
 */
export function Root(): ReactNode {
  const { pathname } = useHashLocation()
  const session = useStore(sessionStore)
  const { label } = useLanguage()
  const isAtSignIn = openPaths.has(pathname)

  useEffect(
    () =>
      onSessionLost((loss) => {
        toast.warning(
          loss === 'expired'
            ? { zh: '登录已过期,请重新登录', en: 'Login expired, please log in again' }
            : {
                zh: '站点响应失败,请稍后重试',
                en: 'The site failed to respond, please try again later',
              },
        )
        lapse()
        askToSignIn()
      }),
    [],
  )
  useEffect(() => {
    // Coming here with a session ends it (product.md section 4); a lapsed one waits. Only the
    // arrival counts: signing in makes a session while still on this page.
    if (pathname === '/login' && sessionStore.get().phase === 'in') dropSession()
  }, [pathname])
  useEffect(() => {
    if (isAtSignIn) {
      // The time a person needs for typing is enough to fetch the rest.
      void loadSignedInApp().catch(toast.error)
      return
    }
    const { phase } = sessionStore.get()
    if (phase === 'in' || phase === 'loading') return
    if (phase === 'lapsed' || sessionToken() === null) {
      askToSignIn()
      return
    }
    loadUser().catch((thrown: unknown) => {
      toast.error(thrown)
      askToSignIn()
    })
  }, [pathname, isAtSignIn, session.phase])

  return (
    <>
      {isAtSignIn && <SignInPage />}
      {session.user !== null && (
        <Activity mode={isAtSignIn ? 'hidden' : 'visible'}>
          <Suspense
            fallback={<p style={{ padding: 24 }}>{label({ zh: '加载中…', en: 'Loading…' })}</p>}
          >
            <SignedInApp key={session.generation} />
          </Suspense>
        </Activity>
      )}
      <ToastHost />
    </>
  )
}
