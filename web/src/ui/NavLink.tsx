import type { ReactNode } from 'react';
import { type NavLinkProps, NavLink as RouterNavLink, useLocation } from 'react-router';
import { Link } from './Link.tsx';

interface PlaceProps extends Omit<NavLinkProps, 'to' | 'className' | 'children' | 'style'> {
  to: string;
  className?: string;
  children: ReactNode;
}

/** Renders the same as the router's NavLink, without the router; see `Link`. */
function ServerNavLink({ to, className = '', ...rest }: PlaceProps) {
  const { pathname } = useLocation();
  const here = pathname === to || pathname.startsWith(`${to}/`);
  const classes = here ? `${className} active`.trimStart() : className;
  return <Link {...rest} to={to} aria-current={here ? 'page' : undefined} className={classes} />;
}

/** A link that marks the current page. */
export const NavLink = import.meta.env.SSR ? ServerNavLink : (RouterNavLink as typeof ServerNavLink);
