import type { ComponentType } from 'react';
import { Navigate, Outlet, useLocation, useMatches } from 'react-router';
import { FeedPageSkeleton } from '#features/feed/lazy/FeedSkeleton.tsx';
import { NoticesSkeleton } from '#features/notices/NoticeSkeletons.tsx';
import { isAdmin, useViewer } from '#features/session/store.ts';
import { ApiProblem } from '#lib/api-problem.ts';
import { handleOf } from '#lib/page.ts';
import { paths } from '#lib/paths.ts';
import { NeedsJavaScript } from '#ui/NeedsJavaScript.tsx';
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx';
import { ToastProvider } from '#ui/ToastProvider.tsx';
import { errorNotice } from './lazy-parts.ts';

const notAllowed = new ApiProblem({
  status: 403,
  code: 'forbidden',
  detail: 'Only admins can open this page.',
});

/** Wraps pages for signed-in users. The server does not know the viewer and renders the outline. */
export function PrivateArea() {
  const viewer = useViewer();
  const { pathname, search } = useLocation();
  const handle = handleOf(useMatches().at(-1));
  if (viewer.status === 'unknown') return <PageSkeleton title={handle?.title} file={handle?.file} />;
  if (viewer.status === 'out') return <Navigate to={paths.login(pathname + search)} replace />;
  if (viewer.user.emailVerified === false) return <Navigate to={paths.verifyEmail} replace />;
  if (handle?.admin && !isAdmin(viewer.user)) return <errorNotice.Component error={notAllowed} />;
  return (
    <ToastProvider>
      <Outlet />
    </ToastProvider>
  );
}

/** Placeholders with the geometry of their page, by the page's file. */
const skeletons: Record<string, ComponentType> = {
  FeedPage: FeedPageSkeleton,
  NoticesPage: NoticesSkeleton,
};

interface PageSkeletonProps {
  title: string | undefined;
  file: string | undefined;
}

function PageSkeleton({ title, file = '' }: PageSkeletonProps) {
  const Content = skeletons[file] ?? PlainSkeleton;
  return (
    <>
      {title && (
        <div className="page-head">
          <h1>{title}</h1>
        </div>
      )}
      <NeedsJavaScript subject="This page" />
      <Content />
    </>
  );
}

const PlainSkeleton = () => (
  <SkeletonGroup className="stack">
    <Skeleton shape="text" width="wide" />
    <Skeleton shape="text" width="half" />
    <Skeleton shape="picture" />
  </SkeletonGroup>
);
