import { Component, type ReactNode, useEffect, useState } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { reference } from '../../../domain/session/contract';
import { call } from '../../providers/call';
import { CallError, isAbort, messageOf, NetworkError } from '../../providers/call/call-errors';
import css from '../shell.module.css';
import { ErrorScreen, Unreachable } from './ErrorScreen';
import { LoadingScreen } from './LoadingScreen';

const RELOADED = 'verdant.reloaded';
const AGAIN_AFTER_MS = 60_000;

/** Whether the page asked for code of an older build that the server no longer has. */
function isStaleChunk(error: unknown): boolean {
  return (
    error instanceof Error && /dynamically imported module|importing a module script|preload CSS/i.test(error.message)
  );
}

/** Reloads for the new build, but never twice in a row: a chunk that stays missing is an ordinary error. */
function mayReload(): boolean {
  return Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) > AGAIN_AFTER_MS;
}

function statusOf(error: unknown): number {
  if (isRouteErrorResponse(error)) return error.status;
  return error instanceof CallError ? error.status : 500;
}

/** Replaces a screen that couldn't load or render; the shell around it stays. */
export function RouteError() {
  const error = useRouteError();
  const [isStale] = useState(() => isStaleChunk(error) && (mayReload() || !navigator.onLine));
  useEffect(() => {
    if (!isStale) console.error(error);
  }, [error, isStale]);
  if (isStale) return <StaleChunk />;
  if (error instanceof NetworkError) return <Unreachable onRetry={() => location.reload()} />;
  return (
    <ErrorScreen
      status={statusOf(error)}
      message={messageOf(error, '') || undefined}
      onRetry={() => location.reload()}
    />
  );
}

/** Reloads once the server responds: offline, a reload would lose the whole page. */
function StaleChunk() {
  const [isLost, setLost] = useState(false);
  const [attempt, setAttempt] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    const asking = new AbortController();
    call(reference.version, {}, { quiet: true, orgId: null, signal: asking.signal }).then(
      () => {
        sessionStorage.setItem(RELOADED, String(Date.now()));
        location.reload();
      },
      (error) => isAbort(error) || setLost(true),
    );
    return () => asking.abort();
  }, [attempt]);
  const tryAgain = () => {
    setLost(false);
    setAttempt((former) => former + 1);
  };
  return isLost ? <Unreachable onRetry={tryAgain} /> : <LoadingScreen />;
}

/** The fallback when the error page itself fails. The router's own boundary would render it again, endlessly. */
export class ErrorPage extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <LastResort /> : this.props.children;
  }
}

/** Uses nothing of the app. */
export function LastResort() {
  return (
    <section className={css.error} data-theme="dark">
      <h1>An error occurred while showing the error page</h1>
      <p>
        <a href="/">Go to the home page</a>
      </p>
    </section>
  );
}
