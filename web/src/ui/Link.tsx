import { type LinkProps, Link as RouterLink } from 'react-router';

/**
 * On the server a link is a plain anchor: the router's link would take a quarter of the rendering time of a
 * page of cards.
 */
function ServerLink(props: LinkProps) {
  const { to } = props;
  if (typeof to !== 'string' || !isOurs.test(to)) return <RouterLink {...props} />;
  const {
    to: _to,
    replace: _replace,
    state: _state,
    preventScrollReset: _scroll,
    onClick: _click,
    children,
    ...rest
  } = props;
  // The router sets the same attribute, so that hydration matches.
  return (
    <a {...rest} href={to} data-discover="true">
      {children}
    </a>
  );
}

/** An absolute path on this site, which needs no resolving. */
const isOurs = /^\/(?!\/)/;

export const Link = import.meta.env.SSR ? ServerLink : RouterLink;
