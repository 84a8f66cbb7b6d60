import { z } from 'zod';

// The content security policy forbids compiling code from text; without this, each schema would try once and be
// reported.
z.config({ jitless: true });
