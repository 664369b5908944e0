-- Each call planned its queries anew, because an array of a few ids promises a cheaper plan than one of unknown length
-- (docs/decisions/0022-plans-without-statistics.md). Every claim, step and end of a session calls it.
ALTER FUNCTION ended_above(uuid[]) SET plan_cache_mode = force_generic_plan;
