"""A differentiable impact for PyTorch, from Carom's exact derivatives.

    import torch
    from carom.torch import Impact

    impact = Impact(m, law="energetic", parameters=("e",))
    after = impact(positions, velocities, e=e)     # (n, degrees of freedom)
    after.pow(2).sum().backward()                  # gradients by positions, velocities and e

Numbers are float64 and stay on the CPU. Where an impact has no answer velocities are NaN; where it has no
derivative (`carom.SIDES`: none) the gradient is NaN, or 0 with where_none="zero". Where modes change at
the very place the derivative is that of one side. PyTorch is imported by this module alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from ._scenario import Scenario


class _Struck(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, impact: Impact, positions: Any, velocities: Any, *values: Any) -> Any:
        by = (["state"] if any(ctx.needs_input_grad[1:3]) else []) + [
            name
            for name, asked in zip(impact.parameters, ctx.needs_input_grad[3:])
            if asked
        ]
        batch = impact.scenario.strike_batch(
            positions.detach().numpy(),
            velocities.detach().numpy(),
            law=impact.law,
            parameters={
                name: np.ascontiguousarray(value.detach().numpy())
                for name, value in zip(impact.parameters, values)
            },
            jacobian=by,
            threads=impact.threads,
            on_error=impact.on_error,
        )
        ctx.slopes = None
        if by:
            slopes = batch.jacobian.velocities
            if impact.where_none == "zero":
                slopes = np.nan_to_num(slopes, nan=0.0)
            ctx.slopes = torch.from_numpy(np.ascontiguousarray(slopes))
        return torch.from_numpy(batch.velocities)

    @staticmethod
    @torch.autograd.function.once_differentiable  # type: ignore[misc]
    def backward(ctx: Any, upstream: Any) -> Any:
        gradients: list[Any] = [None] * len(ctx.needs_input_grad)
        if ctx.slopes is None:
            return tuple(gradients)
        each = torch.einsum("nf,nfi->ni", upstream, ctx.slopes)
        at = 0
        if any(ctx.needs_input_grad[1:3]):
            freedom = upstream.shape[1]
            gradients[1], gradients[2] = each[:, :freedom], each[:, freedom : 2 * freedom]
            at = 2 * freedom
        for k in range(3, len(gradients)):
            if ctx.needs_input_grad[k]:
                gradients[k] = each[:, at]
                at += 1
        return tuple(gradients)


class Impact:
    """Velocities before to velocities after, of one mechanism by one law, for autograd."""

    def __init__(
        self,
        scenario: Scenario,
        law: str = "",
        parameters: tuple[str, ...] = (),
        threads: int = 0,
        where_none: str = "nan",
        on_error: str = "raise",
    ):
        """`parameters`: of the scenario, given at every call, one number or one a state. `where_none`:
        'nan', or 'zero': the gradient where there is no derivative. `on_error` as in `strike_batch`."""
        if where_none not in ("nan", "zero"):
            raise ValueError(f"where_none is {where_none!r}; must be 'nan' or 'zero'")
        self.scenario = scenario
        self.law = law
        self.parameters = tuple(parameters)
        self.threads = threads
        self.where_none = where_none
        self.on_error = on_error

    def __call__(self, positions: Any, velocities: Any, **values: Any) -> Any:
        """(n, degrees of freedom) tensors of float64, or (degrees of freedom,) of one state, to
        velocities after of the same shape."""
        if set(values) != set(self.parameters):
            raise TypeError(
                f"parameters are {', '.join(values) or 'none'}; must be {', '.join(self.parameters) or 'none'}"
            )
        for name, tensor in (("positions", positions), ("velocities", velocities)):
            if tensor.dtype != torch.float64 or tensor.device.type != "cpu":
                raise TypeError(
                    f"{name} is {tensor.dtype} on {tensor.device}; must be torch.float64 on the CPU"
                )
        alone = positions.dim() == 1
        if alone:
            positions, velocities = positions[None, :], velocities[None, :]
        n = positions.shape[0]
        given = [
            torch.as_tensor(values[name], dtype=torch.float64).expand(n) for name in self.parameters
        ]
        after = _Struck.apply(self, positions.contiguous(), velocities.contiguous(), *given)
        return after[0] if alone else after
