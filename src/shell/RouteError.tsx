import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { CallError, messageOf } from '../providers/call-errors';
import { ErrorScreen } from './ErrorScreen';
import { LoadingScreen } from './LoadingScreen';

const RELOADED = 'verdant.reloaded';
const AGAIN_AFTER_MS = 60_000;

/** Whether code of an older build was asked for, which the server no longer has. */
function isStaleChunk(error: unknown): boolean {
  return (
    error instanceof Error && /dynamically imported module|importing a module script|preload CSS/i.test(error.message)
  );
}

/** Reloads for the new build, but never twice in a row: a chunk that stays away is an error like any other. */
function mayReload(): boolean {
  return Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) > AGAIN_AFTER_MS;
}

function statusOf(error: unknown): number {
  if (isRouteErrorResponse(error)) return error.status;
  return error instanceof CallError ? error.status : 500;
}

/** Stands where a screen could not be loaded or shown; the shell around it stays. */
export function RouteError() {
  const error = useRouteError();
  const reloads = isStaleChunk(error) && mayReload();
  useEffect(() => {
    if (reloads) {
      sessionStorage.setItem(RELOADED, String(Date.now()));
      location.reload();
    } else console.error(error);
  }, [error, reloads]);
  if (reloads) return <LoadingScreen />;
  return (
    <ErrorScreen
      status={statusOf(error)}
      message={messageOf(error, '') || undefined}
      onRetry={() => location.reload()}
    />
  );
}

/** When even the error page fails. */
export function LastResort() {
  return (
    <main className="s-error">
      <h1>An error occurred while showing the error page</h1>
      <p>
        <a href="/">Go to the home page</a>
      </p>
    </main>
  );
}
