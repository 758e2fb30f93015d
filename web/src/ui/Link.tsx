import { type LinkProps, Link as RouterLink } from 'react-router';

/** Where the server draws it a link is its address: nobody clicks there, and asking the router takes a quarter of the time of a page of cards. */
function DrawnLink(props: LinkProps) {
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
  // The attribute is the router's, which finds it there when it takes over.
  return (
    <a {...rest} href={to} data-discover="true">
      {children}
    </a>
  );
}

/** From the root and on this site, so that there is nothing to work out. */
const isOurs = /^\/(?!\/)/;

export const Link = import.meta.env.SSR ? DrawnLink : RouterLink;
