import fc from 'fast-check';

// Shrinking is off, because only pass or fail matters here. A fixed seed makes runs comparable.
fc.configureGlobal({ endOnFailure: true, seed: 1 });
