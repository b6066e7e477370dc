import { Activity, Suspense, useEffect } from 'react'
import type { ReactNode } from 'react'
import { onSessionLost } from '../kit/api/session-id.ts'
import { lazyOr } from '../kit/feedback/lazy-page.tsx'
import { askAgainForParts } from '../kit/feedback/missing-files.ts'
import { toast } from '../kit/feedback/toast.ts'
import { ToastHost } from '../kit/feedback/toast-host.tsx'
import { useStore } from '../kit/state/store.ts'
import { useLanguage } from '../kit/text/language.ts'
import { useHashLocation } from '../kit/location/hash-location.ts'
import {
  arriveAtSignIn,
  guard,
  isOpenPath,
  reactToLoss,
  reactToOtherWindow,
  unifiedHomePath,
} from './session/guard.ts'
import { watchOtherWindows } from './session/other-windows.ts'
import { sessionStore } from './session/session.ts'
import { SignInPage } from './sign-in/sign-in-page.tsx'

const loadSignedInApp = () => import('./signed-in-app.tsx')
const SignedInApp = lazyOr(loadSignedInApp, Missing)
const StandAlonePage = lazyOr(() => import('./stand-alone/stand-alone-page.tsx'), Missing)

/**
 * Renders the sign-in page, a stand-alone page, or the application of the signed-in user. When a session lapses, the
 * pages remain mounted but hidden behind the sign-in page, so that no input is lost.
 */
export function Root(): ReactNode {
  const { pathname } = useHashLocation()
  const session = useStore(sessionStore)
  const isOpen = isOpenPath(pathname)
  const isAlone = isOpen || pathname === unifiedHomePath

  useEffect(() => onSessionLost(reactToLoss), [])
  useEffect(() => watchOtherWindows(reactToOtherWindow), [])
  useEffect(() => {
    // Only on arrival: signing in creates a session while still on this page.
    if (pathname === '/login') arriveAtSignIn()
  }, [pathname])
  useEffect(() => {
    // Loads the rest while the user types.
    if (isOpen) loadSignedInApp().catch(toast.error)
    else guard()
  }, [pathname, isOpen, session.phase, session.mustChangePasswordOf])

  return (
    <>
      {pathname === '/login' && <SignInPage />}
      {isAlone && pathname !== '/login' && (isOpen || session.phase === 'in') && (
        <Suspense fallback={<Loading />}>
          <StandAlonePage pathname={pathname} />
        </Suspense>
      )}
      {!isOpen && session.user === null && <Loading />}
      {session.user !== null && (
        <Activity mode={isAlone ? 'hidden' : 'visible'}>
          <Suspense fallback={<Loading />}>
            <SignedInApp key={session.generation} />
          </Suspense>
        </Activity>
      )}
      <ToastHost />
    </>
  )
}

function Loading(): ReactNode {
  const { label } = useLanguage()
  return <p style={{ padding: 24 }}>{label({ zh: '加载中…', en: 'Loading…' })}</p>
}

/** Shown if the frame of the product could not be loaded; retried automatically when the network is back. */
function Missing(): ReactNode {
  const { label } = useLanguage()
  return (
    <div role="alert" style={{ padding: 24 }}>
      <p>
        {label({
          zh: '页面未能载入：网络中断，或系统已更新。网络恢复后会自动载入',
          en: 'The page could not be loaded: the network is away, or a new version is out. It loads by itself when the network is back',
        })}
      </p>
      <button type="button" onClick={askAgainForParts}>
        {label({ zh: '重试', en: 'Retry' })}
      </button>{' '}
      <button type="button" onClick={() => location.reload()}>
        {label({ zh: '刷新浏览器', en: 'Reload' })}
      </button>
    </div>
  )
}
